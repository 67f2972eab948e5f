import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { listText } from '#rules/formats.ts'
import { Card } from '#ui/Card.tsx'
import type { useDraft } from '#ui/draft.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { TextField } from '#ui/TextField.tsx'
import { AmneziaField } from './AmneziaField.tsx'
import type { ServerDraft } from './draft.ts'
import { TunnelCheckNote } from './TunnelCheckNote.tsx'
import { useTunnelCheck } from './useTunnelCheck.ts'

type Props = {
  form: ReturnType<typeof useDraft<ServerDraft>>
  server?: Schema<'Server'> | undefined
  /** Whether its machine has yet to join. */
  toJoin?: boolean
}

/** Where WireGuard listens, which addresses it hands out, and whether its machine can. */
export default function TunnelCard({ form, server, toJoin = false }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const { draft, change, field } = form
  const { check, net: asked } = useTunnelCheck(draft, { server, toJoin })
  const { suggestion, used = [] } = check.data ?? {}
  const isFresh = !server && draft.net === '' && draft.wgPort === ''
  useEffect(() => {
    if (!suggestion || !isFresh) return
    const { net, net6, wgPort } = suggestion
    change({ net, net6, wgPort: String(wgPort) })
  }, [suggestion, isFresh, change])
  // Of IPv6 the networks alone: each comes with the machine's address in it, and with one for the link.
  const known = used.filter(({ net }) => !/^fe80|:[\da-f]+\/\d+$/i.test(net))
  const others = listText([...new Set(known.map(({ net, on }) => `${net} (${on})`))], i18n.locale)

  return (
    <Card title={t`WireGuard`}>
      <TextField
        label={t`WireGuard port`}
        inputMode="numeric"
        required
        hint={t`UDP. All accounts of this server connect here; open it in the firewall.`}
        {...field('wgPort')}
      />
      <TextField
        label={t`Network of the customers`}
        required
        hint={t`Addresses inside the tunnel. The network after it is for additional devices.`}
        {...field('net')}
      />
      {check.data ? (
        <TunnelCheckNote
          answer={check.data}
          net={asked}
          net6={draft.net6}
          pending={check.isFetching}
          onAgain={() => void check.refetch()}
          onTake={({ wgPort, ...free }) =>
            change({ ...free, ...(wgPort !== undefined && { wgPort: String(wgPort) }) })
          }
        />
      ) : check.error ? (
        <LoadFailed onRetry={() => void check.refetch()}>
          {i18n._(explainLoad(check.error))}
        </LoadFailed>
      ) : (
        <p role="status" className={styles.quiet}>
          {online ? (
            <Trans>Asking the machine whether it can…</Trans>
          ) : (
            <Trans>You are offline. The machine is asked when the connection is back.</Trans>
          )}
        </p>
      )}
      {others !== '' && (
        <p className={styles.quiet}>
          {toJoin ? (
            <Trans>Networks of your other servers: {others}</Trans>
          ) : (
            <Trans>Networks the machine has: {others}</Trans>
          )}
        </p>
      )}
      <TextField
        label={t`IPv6 network of the customers`}
        hint={t`A network that starts with fd goes out under the machine’s own address. A public /64 that your hosting provider routes to the machine goes out unchanged. Leave empty for no IPv6.`}
        {...field('net6')}
      />
      <TextField
        label={t`DNS servers`}
        hint={t`DNS servers that customers’ devices use. Leave empty for 8.8.8.8.`}
        {...field('dns')}
      />
      <TextField
        label={t`MTU`}
        inputMode="numeric"
        hint={t`Packet size inside the tunnel, in bytes. Leave empty for 1420; 1280 helps on poor mobile networks.`}
        {...field('mtu')}
      />
      <AmneziaField {...field('amnezia')} />
      <p className={styles.quiet}>
        <Trans>
          Usage is what WireGuard counts: about 4% more than apps show, with full packets.
        </Trans>
      </p>
    </Card>
  )
}

const useStyles = makeStyles({
  quiet: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
})
