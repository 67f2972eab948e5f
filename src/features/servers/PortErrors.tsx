import { makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Problem } from '#ui/Problem.tsx'

/** The engine's reasons that can be mended, in words for an admin. */
const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  'port in use': msg`Another program on the machine uses this port.`,
  'port not permitted': msg`The system does not let the server use this port.`,
  'no certificate': msg`This Trojan server has no certificate yet.`,
  'certificate not valid': msg`The certificate of this server cannot be served. Enter another one.`,
  failed: msg`The port could not be opened.`,
  'engine is off': msg`The engine is turned off.`,
  'engine away': msg`The program that runs this server does not answer.`,
  'method not supported': msg`The program that runs this server does not support the cipher.`,
  'node is full': msg`The node has no room for more ports.`,
  'not listening': msg`The node accepted it, but nothing listens on this port.`,
  refused: msg`The node refused to open it.`,
  'key in use': msg`Another account has the same key.`,
  'no address': msg`The port is too high for WireGuard: give the account one below 65,024.`,
  'no rights': msg`WireGuard needs root or CAP_NET_ADMIN on the machine.`,
  'no tun': msg`The machine has neither WireGuard in its kernel nor /dev/net/tun.`,
  'wireguard missing': msg`Run on the machine: apt-get install -y iproute2 wireguard-tools wireguard-go`,
  'nftables missing': msg`Run on the machine: apt-get install -y nftables`,
  'amneziawg missing': msg`The machine has neither awg nor amneziawg-go. Install AmneziaWG there.`,
  'range in use': msg`The machine already has a network in the range of this server.`,
  'interface in use': msg`Another program or console on the machine has this interface.`,
  'address in use': msg`Its address inside is still another device’s; it is tried again.`,
  'tunnel not valid': msg`The network, port or MTU of this server cannot be used.`,
}

/** The ports that should be open and are not, with the reason; nothing when all is well. */
export function PortErrors({ errors }: { errors: readonly Schema<'ServerPortError'>[] }) {
  const styles = useStyles()
  const { t } = useLingui()
  if (errors.length === 0) return null
  const count = errors.length
  return (
    <Card title={t`Ports that could not be opened`}>
      <Problem intent="warning">
        <strong>{t`${plural(count, { one: '# port', other: '# ports' })}`}</strong>{' '}
        <Trans>The accounts on these ports cannot connect to this server.</Trans>
      </Problem>
      <ul
        // A list that scrolls has to be reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        className={styles.list}
        aria-label={t`Ports that could not be opened`}
      >
        {errors.map(({ port, reason }) => {
          const known = REASONS[reason]
          return (
            <li key={port} className={styles.row}>
              <span className={styles.port}>{port}</span>
              <span>{known ? t(known) : reason}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', maxHeight: '320px', overflowY: 'auto' },
  row: { display: 'flex', gap: '16px', paddingBlock: '8px' },
  port: { fontFamily: tokens.fontFamilyMonospace, minWidth: '56px', textAlign: 'right' },
})
