import { Button, Caption1 } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { endpointOf, passwordOn } from '#rules/connection.ts'
import { wireguardAddress } from '#rules/wireguard.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Hidden } from '#ui/Hidden.tsx'
import { ServerPicker } from './ServerPicker.tsx'

const AccountPasswordDialog = lazy(() => import('./AccountPasswordDialog.tsx'))

type Props = {
  account: Schema<'Account'>
  servers: readonly Schema<'ServerForUser'>[]
  server: Schema<'ServerForUser'> | undefined
  /** Omits what only matters when it is typed in by hand. */
  simple: boolean
  onChoose: (serverId: number) => void
  onConnect: () => void
}

/** What to type into a client by hand, and the way to another password. */
export function AccessCard({ account, servers, server, simple, onChoose, onConnect }: Props) {
  const { t } = useLingui()
  const online = useOnline()
  const [changing, setChanging] = useState(false)
  return (
    <Card title={t`Access`}>
      {server && servers.length > 1 && (
        <ServerPicker servers={servers} serverId={server.id} onChoose={onChoose} />
      )}
      {server && !simple && <ServerFacts account={account} server={server} />}
      <Button size="large" disabledFocusable={!online} onClick={() => setChanging(true)}>
        <Trans>Change proxy password</Trans>
      </Button>
      {!online && (
        <Caption1>
          <Trans>You are offline. The password can be changed when the connection is back.</Trans>
        </Caption1>
      )}
      {changing && (
        <Suspense>
          <AccountPasswordDialog
            account={account}
            onClose={() => setChanging(false)}
            onConnect={() => {
              setChanging(false)
              onConnect()
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}

function ServerFacts({
  account,
  server,
}: {
  account: Schema<'Account'>
  server: Schema<'ServerForUser'>
}) {
  const { t } = useLingui()
  const { type, method, publicShift = 0, net, wgPort, tjPort, webSocketPlace } = server
  const only = webSocketPlace?.isOnly ? webSocketPlace : undefined
  const inside = insideOf(account, server)
  const cipher = inside?.method ?? (type === 'Shadowsocks' ? method : undefined)
  const host = only?.host ?? server.host
  const own = type === 'Trojan' ? tjPort : wgPort
  const usual = type === 'Shadowsocks' ? endpointOf(account, server).port : own && own + publicShift
  const port = only?.port ?? usual
  const tunnel = type === 'WireGuard' && net ? wireguardAddress(net, account.port) : undefined
  return (
    <Facts>
      <Fact name={t`Address`}>
        <Copyable text={host} label={t`address`} />
      </Fact>
      {port !== null && (
        <Fact name={t`Port`}>
          <Copyable text={String(port)} label={t`port`} />
        </Fact>
      )}
      {tunnel && (
        <Fact name={t`Address in the tunnel`}>
          <Copyable text={tunnel} label={t`address in the tunnel`} />
        </Fact>
      )}
      {type !== 'WireGuard' && (
        <Fact name={t`Password`}>
          <Hidden
            text={
              // A Trojan server knows its users by port and password in one.
              inside?.password ?? passwordOn(account, server)
            }
            label={t`password`}
          />
        </Fact>
      )}
      {only && (
        <Fact name="WebSocket">
          <Copyable text={inside?.path ?? only.path} label="WebSocket" />
        </Fact>
      )}
      {cipher !== undefined && (
        <Fact name={t`Cipher`}>
          <Copyable text={cipher} label={t`cipher`} />
        </Fact>
      )}
    </Facts>
  )
}

/** What is typed in for Shadowsocks in a WebSocket, where there is no Trojan: that has UDP. */
function insideOf(
  { webSockets }: Schema<'Account'>,
  { id, webSocketPlace }: Schema<'ServerForUser'>,
) {
  if (!webSocketPlace?.isOnly || webSocketPlace.inside !== 'shadowsocks') return undefined
  return webSockets?.find(({ serverId }) => serverId === id)
}
