import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import type { Problems } from '#ui/draft.ts'
import { EMBEDDED_CIPHERS } from './ciphers.ts'

/** A server as it is being typed. */
export type ServerDraft = {
  name: string
  address: string
  method: string
  scale: string
  shift: string
  comment: string
}

/** What a new server starts from: this console's own host, the best cipher. Spec 5. */
export function newServerDraft(address: string, shift: number): ServerDraft {
  const [method] = EMBEDDED_CIPHERS
  return { name: '', address, method, scale: '1', shift: String(shift), comment: '' }
}

/** A server as it can be edited. */
export function serverDraftOf(server: Schema<'Server'>): ServerDraft {
  const { name, host, method, scale, shift, comment } = server
  return { name, address: host, method, scale: String(scale), shift: String(shift), comment }
}

/** Says what keeps a draft from becoming a server. */
export function checkServerDraft({ name, address, scale, shift }: ServerDraft) {
  const problems: Problems<ServerDraft> = {}
  if (name.trim() === '') problems.name = msg`Give the server a name.`
  const host = address.trim()
  if (host === '') problems.address = msg`Enter the address customers connect to.`
  else if (/[\s/@]/.test(host))
    problems.address = msg`Enter only a host name or an IP address, without https:// and without a path.`
  else if (/^\[|:\[|::|:$|^:/.test(host))
    problems.address = msg`Enter a host name or an IPv4 address. Colons only part several addresses.`
  else if (/:\d+(:|$)/.test(host))
    problems.address = msg`Enter the address without a port. Each account has a port of its own.`
  const factor = numberOf(scale)
  if (!(factor >= 0 && factor <= 1000)) problems.scale = msg`Enter a number from 0 to 1000.`
  const ports = numberOf(shift)
  if (!Number.isInteger(ports) || Math.abs(ports) > 65_534)
    problems.shift = msg`Enter a whole number from -65534 to 65534.`
  return problems
}

/** The new server a checked draft stands for, on this machine. */
export function toNewServer(draft: ServerDraft): Body<'createServer'> {
  return { type: 'Shadowsocks', plane: 'embedded', ...termsOf(draft) }
}

/** The whole server a checked draft makes of one there is; what has no field stays. */
export function toServerChange(draft: ServerDraft, server: Schema<'Server'>): Body<'editServer'> {
  const { type, plane, port, password, key, net, wgPort, tjPort, sni, pluginOptions } = server
  const kept = { key, net, wgPort, tjPort, sni, pluginOptions }
  const { revision } = server
  const node = plane === 'embedded' ? {} : { port, password }
  const seen = revision === undefined ? {} : { revision }
  return { type, plane, ...node, ...kept, ...termsOf(draft), ...seen }
}

function termsOf({ name, address, method, scale, shift, comment }: ServerDraft) {
  return {
    name: name.trim(),
    address: address.trim(),
    method,
    scale: numberOf(scale),
    shift: numberOf(shift),
    comment: comment.trim(),
  }
}

/** A number as typed in any of our languages; no number for nothing. */
function numberOf(text: string): number {
  const typed = text.normalize('NFKC').trim().replace(',', '.').replace('\u2212', '-')
  return typed === '' ? Number.NaN : Number(typed)
}
