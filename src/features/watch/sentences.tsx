import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { momentText } from '#ui/moments.ts'
import { nameOf } from './names.ts'

/** What is wrong in one sentence, and what repairs it. */
export type Sentence = { says: string; why: string }

/** The sentence for a verdict. */
export function useSentence(): (seen: Schema<'AccountWatch'>) => Sentence {
  const { t, i18n } = useLingui()
  return (seen) => {
    const { word, serverId, insteadId, until: ends, skewMs } = seen.verdict
    const name = nameOf(seen, serverId)
    const instead = nameOf(seen, insteadId)
    const until = ends === null ? '' : momentText(ends, i18n.locale)
    const skew = skewText(skewMs ?? 0, i18n.locale)
    const toSupport = t`If this continues, contact support.`
    const sentences: Record<typeof word, Sentence> = {
      inactive: {
        says: t`The account is not active yet`,
        why: t`Activate it, then connect again.`,
      },
      pending: {
        says: until ? t`The account starts ${until}` : t`The account has not started yet`,
        why: t`It cannot connect before then.`,
      },
      expired: { says: t`The account has expired`, why: t`Renew it to connect again.` },
      over: {
        says: t`The traffic is used up`,
        why: until ? t`Its traffic resets ${until}.` : t`Buy traffic or renew to connect again.`,
      },
      banned: {
        says: until ? t`The account is suspended until ${until}` : t`The account is suspended`,
        why: instead
          ? t`That applies only to ${name}. ${instead} works.`
          : t`This happens with too many devices at the same time. Use fewer of them.`,
      },
      noServer: { says: t`No server is open to the account`, why: toSupport },
      opening: {
        says: t`The account is being opened`,
        why: t`That takes a few seconds. Then try again.`,
      },
      lineDown: {
        says: name ? t`${name} does not work right now` : t`No server works right now`,
        why: instead ? t`${instead} works. Switch to it.` : t`Try again in a few minutes.`,
      },
      absent: {
        says: t`The device has reached no server`,
        why: t`Switch between Wi-Fi and mobile data, or import the account again.`,
      },
      noHandshake: {
        says: t`No device of the account has connected`,
        why: t`Turn the connection on in the app. If nothing changes, import the configuration again.`,
      },
      silent:
        skewMs === undefined
          ? {
              says: t`The device reached ${name}, but then nothing came`,
              why: t`Something along the way blocks it. Use another network or another server.`,
            }
          : {
              says:
                skewMs < 0
                  ? t`The device’s clock is ${skew} slow`
                  : t`The device’s clock is ${skew} fast`,
              why: t`Turn on automatic date and time on the device, then connect again.`,
            },
      unwatched: {
        says: t`We cannot see whether the device connects`,
        why: t`The servers of this account do not report who connects.`,
      },
      wrongKey: {
        says: t`The device reached ${name}, but the password is wrong`,
        why: t`The app still has the old password. Import the account again.`,
      },
      tooMany: {
        says: t`Too many connections at once`,
        why: t`Close apps or devices that are not needed, then try again.`,
      },
      refused: {
        says: t`Connected, but that page may not be visited`,
        why: t`Private addresses are closed, and so are some ports and networks. Open another page.`,
      },
      noName: {
        says: t`Connected, but the address of the page was not found`,
        why: t`Open another page. ${toSupport}`,
      },
      noAnswer: {
        says: t`Connected, but the page did not answer`,
        why: t`Open another page. ${toSupport}`,
      },
      multiplexing: {
        says: t`Connected, but the app uses multiplexing`,
        why: t`Turn multiplexing (mux) off in the app, then try again.`,
      },
      udpOverTcp: {
        says: t`Connected, but the app uses UDP over TCP`,
        why: t`Turn UDP over TCP off in the app, then try again. UDP works without it.`,
      },
      unheard: {
        says: t`${name} answered, but nothing more came from the device`,
        why: t`If no page opened, something on the way blocks the answers. Use another network or another server.`,
      },
      noUdp: {
        says: t`UDP does not get through on ${name}`,
        why: instead
          ? t`Pages open, calls and games do not work. ${instead} works. Switch to it.`
          : t`Pages open, calls and games do not work. ${toSupport}`,
      },
      oldKey: {
        says: t`One device connects, another uses a wrong password`,
        why: t`${name} works. If the other device is yours, import the account on it again.`,
      },
      fine: {
        says: t`Connected, a page was just opened`,
        why: t`${name} works, and the password is right.`,
      },
    }
    return sentences[word]
  }
}

/** By how much a clock is wrong, in the largest unit that it is 2 of. */
function skewText(ms: number, locale: string): string {
  const seconds = Math.abs(ms) / 1_000
  const [unit, length] = UNITS.find(([, least]) => seconds >= 2 * least) ?? (['second', 1] as const)
  const amount = Math.round(seconds / length)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
