import {
  Body1,
  Button,
  Caption1,
  makeStyles,
  Radio,
  RadioGroup,
  tokens,
} from '@fluentui/react-components'
import { Add20Regular, ChevronLeft24Regular, ChevronRight24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Schema } from '#contract'
import { chosenDns } from '#device/dns.ts'
import { connectionOf, LINK_KINDS, type LinkKind } from '#rules/connection.ts'
import { wireguardFileName } from '#rules/wireguard.ts'
import { QrCode } from '#ui/QrCode.tsx'
import { Swipe } from '#ui/Swipe.tsx'
import { ConnectActions } from './ConnectActions.tsx'
import { ServerPicker } from './ServerPicker.tsx'

type Props = {
  account: Schema<'Account'>
  servers: readonly Schema<'ServerForUser'>[]
  serverId: number | undefined
  simple: boolean
  onChoose: (serverId: number) => void
  onSubscription?: () => void
  onWireGuard?: (serverId: number) => void
  /** Adds a device with a key of its own. */
  onAddDevice?: () => void
  /** How WireGuard is set up, in steps. */
  steps?: (isAmnezia: boolean) => ReactNode
}

/** The code of one server after the other, and the link in it. */
export function ConnectCode({
  account,
  servers: latest,
  serverId,
  simple,
  onChoose,
  onSubscription,
  onWireGuard,
  onAddDevice,
  steps,
}: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  // A server's host is picked at random on each call; a code must not change while it is scanned.
  const [servers] = useState(latest)
  const [kind, setKind] = useState<LinkKind>('legacy')
  const at = Math.max(
    0,
    servers.findIndex(({ id }) => id === serverId),
  )
  const server = servers[at]
  if (!server) return null

  const { name, method } = server
  const connection = connectionOf(account, server, { kind, dns: chosenDns() })
  const go = (step: number) => {
    const to = servers[at + step]
    return to && (() => onChoose(to.id))
  }
  const isNotKept =
    server.type === 'WireGuard' && account.publicKey !== '' && account.privateKey === ''
  const place = at + 1
  const count = servers.length
  const hasKinds = connection?.protocol === 'shadowsocks' && !method.startsWith('2022-')
  return (
    <div className={styles.column}>
      {count > 1 && <ServerPicker servers={servers} serverId={server.id} onChoose={onChoose} />}
      <Swipe onNext={go(1)} onPrevious={go(-1)}>
        <div className={styles.code}>
          {connection ? (
            <QrCode
              text={connection.text}
              label={t`Code to connect through ${name}`}
              size={sizeHere()}
            />
          ) : (
            <Body1>
              {isNotKept ? (
                <Trans>
                  The key of this account is not kept. “New key” under “WireGuard devices” shows a
                  new one, once.
                </Trans>
              ) : server.type === 'WireGuard' ? (
                <Trans>There is no code for this account on this server.</Trans>
              ) : (
                <Trans>There is no code for this kind of server.</Trans>
              )}
            </Body1>
          )}
          {count > 1 && (
            <div className={styles.steps}>
              <Button
                appearance="subtle"
                size="large"
                icon={<ChevronLeft24Regular />}
                aria-label={t`Previous server`}
                disabledFocusable={at === 0}
                onClick={go(-1)}
              />
              <span aria-live="polite" className={styles.place}>
                <Trans>
                  {place} of {count}
                </Trans>
              </span>
              <Button
                appearance="subtle"
                size="large"
                icon={<ChevronRight24Regular />}
                aria-label={t`Next server`}
                disabledFocusable={place === count}
                onClick={go(1)}
              />
            </div>
          )}
          <Caption1 className={styles.quiet}>
            <Trans>If it does not scan, turn up the brightness of this screen.</Trans>
          </Caption1>
        </div>
      </Swipe>
      {hasKinds && !simple && (
        <RadioGroup
          layout="horizontal"
          aria-label={t`Link format`}
          className={styles.kinds}
          value={kind}
          onChange={(_event, { value }) => setKind(LINK_KINDS.find((one) => one === value) ?? kind)}
        >
          <Radio value="legacy" label={t`Legacy link`} />
          <Radio value="sip002" label="SIP002" />
        </RadioGroup>
      )}
      {connection && (
        <ConnectActions
          connection={connection}
          fileName={wireguardFileName(server, account)}
          onSubscription={onSubscription}
        />
      )}
      {server.type === 'WireGuard' && (
        <>
          {connection && steps?.(Boolean(server.amnezia))}
          {connection && (
            <Caption1 className={styles.quiet}>
              <Trans>
                Use this code on one device at a time: two devices would disconnect each other.
              </Trans>
            </Caption1>
          )}
          {connection && onAddDevice && (
            <Button className={styles.more} icon={<Add20Regular />} onClick={onAddDevice}>
              <Trans>Add another device</Trans>
            </Button>
          )}
          {onWireGuard && (
            <Button
              appearance={connection ? 'subtle' : 'secondary'}
              className={styles.more}
              onClick={() => onWireGuard(server.id)}
            >
              <Trans>WireGuard configuration</Trans>
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** As large as the screen allows beside the buttons, px. */
const sizeHere = () =>
  Math.round(Math.max(220, Math.min(340, window.innerWidth - 48, window.innerHeight * 0.38)))

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '12px', minWidth: 0 },
  code: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '4px' },
  steps: { display: 'flex', alignItems: 'center', gap: '8px' },
  place: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground2 },
  quiet: { color: tokens.colorNeutralForeground2, textAlign: 'center', paddingTop: '4px' },
  more: { minHeight: '44px' },
  kinds: { justifyContent: 'center', flexWrap: 'wrap' },
})
