import { makeStyles, tokens } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schema } from '#contract'
import { chooseDns, chosenDns } from '#device/dns.ts'
import {
  parseDns,
  WIREGUARD_DNS,
  wireguardConfig,
  wireguardFileName,
  wireguardTunnel,
} from '#rules/wireguard.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { FileActions } from '#ui/FileActions.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { NoTunnel } from './NoTunnel.tsx'

type Props = {
  account: Pick<Schema<'Account'>, 'port' | 'publicKey' | 'privateKey'>
  server: Pick<
    Schema<'Server'>,
    | 'id'
    | 'name'
    | 'host'
    | 'net'
    | 'key'
    | 'wgPort'
    | 'publicShift'
    | 'net6'
    | 'dns'
    | 'mtu'
    | 'amnezia'
  >
  onClose: () => void
}

/** What sets up a WireGuard client: a code to scan, the same as a file, and as text. Spec 2 and 9. */
export default function WireGuardDialog({ account, server, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [typed, setTyped] = useState(() => chosenDns() ?? server.dns ?? WIREGUARD_DNS)
  const { name } = server
  const tunnel = wireguardTunnel(account, server)
  const title = t`WireGuard on ${name}`
  if (tunnel.state !== 'ready')
    return (
      <Sheet title={title} onClose={onClose}>
        <NoTunnel state={tunnel.state} port={account.port} />
      </Sheet>
    )

  const dns = parseDns(typed)
  const config = dns === undefined ? undefined : wireguardConfig({ ...tunnel.access, dns })
  return (
    <Sheet wide title={title} onClose={onClose}>
      {config !== undefined && (
        <>
          <div className={styles.code}>
            <QrCode
              text={config}
              label={t`WireGuard configuration for ${name}`}
              // As large as a small phone allows: the code holds a whole file.
              size={Math.min(288, window.innerWidth - 64)}
            />
          </div>
          <FileActions text={config} fileName={wireguardFileName(server, account)} />
        </>
      )}
      <TextField
        label={t`DNS servers`}
        hint={t`Addresses that look up names once you are connected.`}
        value={typed}
        problem={dns === undefined ? msg`Enter one or more IP addresses.` : undefined}
        onChange={(text) => {
          setTyped(text)
          const servers = parseDns(text)
          if (servers !== undefined) chooseDns(servers)
        }}
      />
      <Facts>
        <Fact name={t`Endpoint`}>
          <Copyable text={tunnel.endpoint} label={t`endpoint`} />
        </Fact>
        <Fact name={t`Address in the tunnel`}>
          <Copyable text={tunnel.address} label={t`address`} />
        </Fact>
        <Fact name={t`Public key`}>
          <Copyable text={account.publicKey} label={t`public key`} />
        </Fact>
      </Facts>
      {config !== undefined && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must be able to scroll it
        <pre className={styles.config} tabIndex={0} aria-label={t`Configuration`}>
          {config}
        </pre>
      )}
      <p className={styles.quiet}>
        <Trans>Use it on one device at a time. Anyone who has this file can use the account.</Trans>
      </p>
    </Sheet>
  )
}

const useStyles = makeStyles({
  code: { display: 'flex', justifyContent: 'center' },
  config: {
    margin: 0,
    padding: '12px',
    overflowX: 'auto',
    flexShrink: 0,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
})
