import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import type { Schema } from '#contract'
import { endpointOf } from '#rules/connection.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { Problem } from '#ui/Problem.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Swipe } from '#ui/Swipe.tsx'
import { codeOf } from './access.ts'
import { ServerPicker } from './ServerPicker.tsx'

type Props = {
  account: Schema<'Account'>
  /** The servers it may use, at least one. */
  servers: readonly Schema<'Server'>[]
  server: Schema<'Server'>
  onChoose: (serverId: number) => void
  onClose: () => void
}

/** The code a client scans to connect, server by server: by button, arrow key or swipe. Spec 2. */
export function QrDialog({ account, servers, server, onChoose, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { name, type } = server
  const { port: own } = account
  const { host, port } = endpointOf(account, server)
  const code = codeOf(account, server)
  const at = servers.indexOf(server)
  const go = (by: number) => {
    const next = servers[(at + by + servers.length) % servers.length]
    if (next) onChoose(next.id)
  }
  const byKey = ({ key, target }: KeyboardEvent) => {
    if (target instanceof HTMLSelectElement) return
    if (key === 'ArrowRight') go(1)
    if (key === 'ArrowLeft') go(-1)
  }
  return (
    <Sheet title={t`QR code of account ${own}`} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a short cut; the buttons do the same */}
      <div role="group" aria-label={t`Server`} className={styles.content} onKeyDown={byKey}>
        <ServerPicker servers={servers} value={server.id} onChange={onChoose} />
        <Swipe onNext={() => go(1)} onPrevious={() => go(-1)}>
          <div className={styles.code}>
            {code ? (
              <QrCode key={server.id} text={code} label={t`QR code for ${name}`} size={264} />
            ) : type === 'WireGuard' ? (
              <Problem intent="info">
                <Trans>There is no code for this account here. “WireGuard config” says why.</Trans>
              </Problem>
            ) : (
              <Problem intent="info">
                <Trans>There is no code for {type} servers.</Trans>
              </Problem>
            )}
            <span className={styles.endpoint}>{`${host}:${port}`}</span>
          </div>
        </Swipe>
        {code && type === 'Shadowsocks' && <Copyable text={code} label={t`link`} />}
      </div>
    </Sheet>
  )
}

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px' },
  code: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    minHeight: '296px',
  },
  endpoint: {
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
})
