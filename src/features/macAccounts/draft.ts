import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { formatMac, parseMac } from '#rules/mac.ts'
import type { Problems } from '#ui/draft.ts'

/** A device as it is being typed; nothing chosen is the first account, and no server in particular. */
export type MacDraft = { mac: string; account: string; server: string }

/** A device as it can be changed, or a new one. */
export function macDraftOf(device?: Schema<'MacAddress'>): MacDraft {
  const { mac = '', accountId, serverId } = device ?? {}
  return { mac: formatMac(mac), account: String(accountId ?? ''), server: String(serverId ?? '') }
}

/** Says what is wrong with an address. Spec 5. */
export function checkMacDraft({ mac }: { mac: string }): Problems<{ mac: string }> {
  if (mac.trim() === '') return { mac: msg`Enter the MAC address.` }
  return parseMac(mac) === undefined
    ? { mac: msg`A MAC address has 12 digits from 0 to 9 and A to F.` }
    : {}
}

/** The choices as sent: null where nothing was chosen. */
export function toUse({ account, server }: MacDraft) {
  return { accountId: Number(account) || null, serverId: Number(server) || null }
}
