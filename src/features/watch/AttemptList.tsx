import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { momentText } from '#ui/moments.ts'

const SHOWN = 8

/** What clients met lately, newest first: for admins, who see from where. */
export function AttemptList({ seen }: { seen: readonly Schema<'AccountWatch'>[] }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const wordOf = useReasons()
  const all = seen.flatMap(({ servers }) =>
    servers.flatMap(({ name, attempts }) => attempts.map((attempt) => ({ ...attempt, name }))),
  )
  // Counted up meanwhile, an attempt is in both answers: the newer one replaces it.
  const one = new Map(all.map((attempt) => [keyOf(attempt), attempt]))
  const rows = [...one.values()].sort((a, b) => b.at - a.at).slice(0, SHOWN)
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className={styles.title}>
        <Trans>In the last 15 minutes</Trans>
      </h3>
      <ul className={styles.list}>
        {rows.map((attempt) => (
          <li key={keyOf(attempt)} className={styles.row}>
            <span className={styles.what}>
              {wordOf(attempt.reason)}
              {attempt.count > 1 && ` × ${attempt.count}`}
            </span>
            <span className={styles.where}>
              {[momentText(attempt.at, i18n.locale), attempt.name, attempt.address].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const keyOf = ({ reason, address, name }: Schema<'Attempt'> & { name: string }) =>
  [reason, address, name].join(' ')

function useReasons(): (reason: Schema<'AttemptReason'>) => string {
  const { t } = useLingui()
  const words: Record<Schema<'AttemptReason'>, string> = {
    nothing: t`Connected and sent nothing`,
    wrongKey: t`Wrong password or method`,
    replay: t`A recorded session, refused`,
    clock: t`The clock of the device is wrong`,
    refused: t`Target not allowed`,
    noName: t`Name not found`,
    noAnswer: t`Target did not answer`,
    multiplexing: t`Multiplexing, which is not supported`,
    udpOverTcp: t`UDP over TCP, which is not supported`,
    bittorrent: t`BitTorrent, which is closed here`,
    tooMany: t`Too many connections`,
    over: t`Traffic used up`,
    answered: t`Answered, but not heard again`,
    connected: t`Connected`,
  }
  return (reason) => words[reason]
}

const useStyles = makeStyles({
  title: { ...typographyStyles.body1Strong, margin: '0 0 4px' },
  list: { listStyle: 'none', margin: 0, padding: 0 },
  row: { display: 'flex', flexDirection: 'column', padding: '6px 0', overflowWrap: 'anywhere' },
  what: { ...typographyStyles.body1 },
  where: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})
