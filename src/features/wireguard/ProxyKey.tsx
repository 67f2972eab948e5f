import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { Lamp } from '#ui/Lamp.tsx'
import { Moment } from '#ui/Moment.tsx'
import { useNow } from '#ui/now.ts'

type Proxy = NonNullable<Schema<'WireGuardDevice'>['proxy']>
type Props = {
  proxy: Proxy
  /** The account's own key, which several apps may have. */
  isOwn: boolean
}

/** How long ago traffic may be for its device to count as connected, ms. */
const RECENT_MS = 120_000

/** Whether a device's key was used of late, from where, and what its app says it is. */
export function ProxyKey({ proxy, isOwn }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const now = useNow(15_000)
  const { app, isWaiting, lastSeen, fetchTime, networks, addresses } = proxy
  const isThere = lastSeen !== null && now - lastSeen < RECENT_MS
  const seenAt = Math.max(lastSeen ?? 0, fetchTime ?? 0)
  return (
    <>
      <span className={styles.state}>
        <Lamp state={isWaiting ? 'amber' : isThere ? 'green' : 'grey'} />
        {isWaiting ? (
          <Trans>Waits to be let in</Trans>
        ) : isThere ? (
          <Trans>Connected</Trans>
        ) : seenAt === 0 ? (
          <Trans>Not seen yet</Trans>
        ) : (
          <span>
            <Trans>
              Last seen <Moment time={Math.min(seenAt, now)} relative />
            </Trans>
          </span>
        )}
      </span>
      {(app !== '' || addresses.length > 0) && (
        <span className={styles.details}>
          {[app, ...addresses].filter((one) => one !== '').join(' · ')}
        </span>
      )}
      {!isOwn && networks > 1 && (
        <span className={styles.details}>
          {t`${plural(networks, {
            one: 'On # network in the last 15 minutes',
            other: 'On # networks in the last 15 minutes: does somebody else have its key?',
          })}`}
        </span>
      )}
      {isOwn && (
        <span className={styles.details}>
          <Trans>The account’s key, for apps that do not name their device.</Trans>
        </span>
      )}
    </>
  )
}

const useStyles = makeStyles({
  state: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  details: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
})
