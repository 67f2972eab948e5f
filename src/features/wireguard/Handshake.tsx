import { makeStyles } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { CONNECTED_MS } from '#rules/wireguard.ts'
import { Lamp } from '#ui/Lamp.tsx'
import { Moment } from '#ui/Moment.tsx'
import { useNow } from '#ui/now.ts'

type Props = {
  /** The latest, ms; null for never. */
  at: number | null
  /** Whether it was recent enough when the server answered. */
  isConnected: boolean
  /** When that was, ms, as it goes out of date. */
  asOf: number
}

/** Whether a client is connected, which WireGuard shows only by handshakes. */
export function Handshake({ at, isConnected, asOf }: Props) {
  const styles = useStyles()
  const now = useNow(15_000)
  const isThere = isConnected && now - asOf < CONNECTED_MS
  return (
    <span className={styles.state}>
      <Lamp state={isThere ? 'green' : 'grey'} />
      {isThere ? (
        <Trans>Connected</Trans>
      ) : at === null ? (
        <Trans>Not connected yet</Trans>
      ) : (
        <span>
          <Trans>
            Last handshake <Moment time={Math.min(at, now)} relative />
          </Trans>
        </span>
      )}
    </span>
  )
}

const useStyles = makeStyles({
  state: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
})
