import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { amneziaLines } from '#rules/amnezia.ts'
import { tunnelNet } from '#rules/tunnelNet.ts'
import { WIREGUARD_DNS, WIREGUARD_MTU } from '#rules/wireguard.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { checkWireGuard } from './operations.ts'
import { TunnelCheckNote } from './TunnelCheckNote.tsx'
import { BACKENDS } from './tunnelStates.ts'

type Props = {
  server: Schema<'Server'>
  /** Whether this person may ask the machine. */
  mayCheck: boolean
}

/** What the clients of a WireGuard server get, and what carries it. */
export default function TunnelFacts({ server, mayCheck }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { id, plane, nodeId = null, key, wgPort, net, net6, dns, mtu, amnezia } = server
  const isOurs = plane !== 'manager'
  const check = useQuery({
    ...checkWireGuard({
      nodeId,
      wgPort: wgPort ?? 0,
      net: net ?? '',
      net6: net6 ?? null,
      serverId: id,
      ...(amnezia && { isAmnezia: true }),
    }),
    enabled: mayCheck && isOurs && wgPort !== null && net !== null,
  })
  const answer = check.data
  // The network behind it, which is the other half of what the server has.
  const further =
    isOurs && net && tunnelNet(net)
      ? net.replace(/\.(\d+)\./, (_whole, second) => `.${Number(second) + 1}.`)
      : undefined
  return (
    <Card title="WireGuard">
      {answer && answer.state !== 'ready' && (
        <TunnelCheckNote
          answer={answer}
          net={net ?? ''}
          net6={net6}
          pending={check.isFetching}
          onAgain={() => void check.refetch()}
        />
      )}
      <Facts>
        {key && (
          <Fact name={t`Public key`}>
            <Copyable text={key} label={t`public key`} />
          </Fact>
        )}
        {wgPort !== null && (
          <Fact name={t`Port (UDP)`}>
            <span className={styles.code}>{wgPort}</span>
          </Fact>
        )}
        {net && (
          <Fact name={t`Network of the customers`}>
            <span className={styles.code}>{net}</span>
          </Fact>
        )}
        {further && (
          <Fact name={t`Network of additional devices`}>
            <span className={styles.code}>{further}</span>
          </Fact>
        )}
        {isOurs && (
          <>
            <Fact name="IPv6">
              {net6 ? <span className={styles.code}>{net6}</span> : t`None: it ends in the tunnel`}
            </Fact>
            <Fact name={t`DNS servers`}>
              <span className={styles.code}>{dns ?? WIREGUARD_DNS}</span>
            </Fact>
            <Fact name={t`MTU`}>
              <span className={styles.code}>{mtu ?? WIREGUARD_MTU}</span>
            </Fact>
          </>
        )}
        {amnezia && (
          <Fact name={t`AmneziaWG parameters`}>
            <span className={styles.code}>{amneziaLines(amnezia).join(', ')}</span>
          </Fact>
        )}
        {answer?.backend && <Fact name={t`Implementation`}>{t(BACKENDS[answer.backend])}</Fact>}
      </Facts>
    </Card>
  )
}

const useStyles = makeStyles({
  code: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
})
