import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { formatFlow } from '#rules/flow.ts'
import { endOf } from '#rules/accountStatus.ts'
import { type CheckState, checksOf } from '#rules/verdict.ts'
import { momentText } from '#ui/moments.ts'
import { nameOf } from './names.ts'
import type { Sentence } from './sentences.tsx'

/** One of the four checks on screen: its subject, its state, and its result. */
export type Check = { label: string; state: CheckState; detail: string }

type Seen = Schema<'AccountWatch'>

/** The four checks, from the account outwards. */
export function useChecks(
  account: Schema<'Account'>,
): (seen: Seen, sentence: Sentence, watches: boolean) => Check[] {
  const { t, i18n } = useLingui()
  return (seen, { says }, watches) => {
    const { verdict, servers } = seen
    const { word, serverId, count, at } = verdict
    const states = checksOf(verdict, watches)
    const end = endOf(account)
    const ends = end === null ? '' : momentText(end, i18n.locale)
    const { data, flowUsed = 0 } = account
    const quota = data && data.flow > 0 ? data.flow + (data.flowPack ?? 0) : null
    const left = quota === null ? '' : formatFlow(Math.max(0, quota - flowUsed), i18n.locale)
    const name = nameOf(seen, serverId)
    const time = at === null ? '' : momentText(at, i18n.locale)
    const open = servers.filter(({ state }) => state === 'open').length
    const all = servers.length
    const valid = ends ? t`Valid until ${ends}` : t`Valid, no expiry`
    const found = {
      account: left ? t`${valid}, ${left} left` : valid,
      line: t`${open} of ${all} work`,
      client: time ? t`Reached ${name} at ${time}` : '',
      password: t`Is right`,
    }
    const failed = {
      account: says,
      line: says,
      client: word === 'absent' || word === 'noHandshake' ? t`Was not seen on any server` : says,
      password: t`${plural(count, { one: 'Wrong # time', other: 'Wrong # times in a row' })}`,
    }
    const awaited = {
      line: t`Being opened`,
      client: t`Waiting until it reaches any server`,
      password: t`Is checked when it arrives`,
    }
    const labels = {
      account: t`Account`,
      line: t`Server`,
      client: t`Device`,
      password: t`Password`,
    }
    return (['account', 'line', 'client', 'password'] as const).map((check, index) => {
      const state = states[index] ?? 'later'
      const later = check === 'account' ? '' : awaited[check]
      const detail = { good: found[check], bad: failed[check], now: later, later: '' }[state]
      const isNext = state === 'later' && check === 'password' && watches
      return { label: labels[check], state, detail: isNext ? later : detail }
    })
  }
}
