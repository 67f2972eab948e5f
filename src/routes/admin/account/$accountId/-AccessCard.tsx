import { Button, makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'
import { QrCode20Regular, Rss20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { tunnelAddress } from '#features/accounts/access.ts'
import { ServerPicker } from '#features/accounts/ServerPicker.tsx'
import { endpointOf, passwordOn } from '#rules/connection.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Hidden } from '#ui/Hidden.tsx'
import type { AccountDialog } from './-AccountDialogs.tsx'

type Props = {
  account: Schema<'Account'>
  /** The servers it may use; undefined while they are on their way. */
  servers: readonly Schema<'Server'>[] | undefined
  server: Schema<'Server'> | undefined
  onChoose: (serverId: number) => void
  onOpen: (dialog: AccountDialog) => void
}

/** How a client connects with the account, server by server. */
export function AccessCard({ account, servers, server, onChoose, onOpen }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  if (!servers)
    return (
      <Card title={t`Access`}>
        <Skeleton aria-label={t`Loading`}>
          <SkeletonItem className={styles.waiting} />
        </Skeleton>
      </Card>
    )
  const endpoint = server && endpointOf(account, server)
  // Admins who only look are not sent what a client connects with.
  const mayConnect = account.password !== ''
  const tunnel = server?.type === 'WireGuard' ? tunnelAddress(account, server) : undefined
  return (
    <Card title={t`Access`}>
      {server && <ServerPicker servers={servers} value={server.id} onChange={onChoose} />}
      {!server && (
        <p>
          <Trans>There is no server that this account may use.</Trans>
        </p>
      )}
      <Facts>
        {endpoint && (
          <>
            <Fact name={t`Address`}>
              <Copyable text={endpoint.host} label={t`address`} />
            </Fact>
            <Fact name={t`Port`}>
              <Copyable text={String(endpoint.port)} label={t`port`} />
            </Fact>
          </>
        )}
        {tunnel && (
          <Fact name={t`Address in the tunnel`}>
            <Copyable text={tunnel} label={t`address in the tunnel`} />
          </Fact>
        )}
        {mayConnect && server?.type !== 'WireGuard' && (
          <Fact name={t`Password`}>
            <Hidden
              text={server ? passwordOn(account, server) : account.password}
              label={t`password`}
            />
          </Fact>
        )}
        {server?.type === 'Shadowsocks' && (
          <Fact name={t`Cipher`}>
            <Copyable text={server.method} label={t`cipher`} />
          </Fact>
        )}
      </Facts>
      {mayConnect && (
        <div className={styles.actions}>
          {server && (
            <Button size="large" icon={<QrCode20Regular />} onClick={() => onOpen('qr')}>
              <Trans>QR code</Trans>
            </Button>
          )}
          {server?.type === 'WireGuard' && (
            <Button size="large" onClick={() => onOpen('wireguard')}>
              <Trans>WireGuard config</Trans>
            </Button>
          )}
          <Button size="large" icon={<Rss20Regular />} onClick={() => onOpen('subscription')}>
            <Trans>Subscription</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  waiting: { height: '220px' },
  actions: {
    display: 'grid',
    gap: '8px',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 164px), 1fr))',
    '& > button': { minHeight: '44px' },
  },
})
