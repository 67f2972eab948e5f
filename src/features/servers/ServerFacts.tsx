import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { isWeakCipher } from './ciphers.ts'
import { ServerState } from './ServerState.tsx'
import { addressesOf } from './state.ts'

type Props = {
  server: Schema<'Server'>
  /** Whether its lights show how it is. */
  isLit: boolean
}

/** What a server is: where it is reached, with which cipher, and how its traffic counts. */
export function ServerFacts({ server, isLit }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const {
    type,
    host,
    method,
    scale,
    shift,
    publicShift = 0,
    plane,
    comment,
    status,
    portCount,
    ports,
  } = server
  const { foreignPorts = 0 } = server
  const { node, shown } = addressesOf(host)
  const number = new Intl.NumberFormat(i18n.locale)
  const others = number.format(foreignPorts)
  const openPorts = portCount ?? ports?.length

  return (
    <Card title={t`Server`}>
      <Facts>
        {!isLit && (
          <Fact name={t`State`}>
            <ServerState server={server} />
          </Fact>
        )}
        <Fact name={shown.length > 0 ? t`Node address` : t`Address`}>
          <Copyable text={node} label={t`Address`} />
        </Fact>
        {shown.length > 0 && (
          <Fact name={t`Shown to customers`}>
            <span className={styles.code}>{shown.join(', ')}</span>
          </Fact>
        )}
        <Fact name={t`Type`}>{type}</Fact>
        {type === 'Shadowsocks' && (
          <Fact name={t`Cipher`}>
            <span className={styles.code}>{method}</span>
            {isWeakCipher(method) && <span className={styles.weak}> {t`(weak)`}</span>}
          </Fact>
        )}
        <Fact name={t`Traffic multiplier`}>× {number.format(scale)}</Fact>
        {(type !== 'WireGuard' || shift !== 0) && (
          <Fact name={t`Port offset`}>{shift > 0 ? `+${shift}` : shift}</Fact>
        )}
        {publicShift !== 0 && (
          <Fact name={t`Public port offset`}>
            {publicShift > 0 ? `+${publicShift}` : publicShift}
          </Fact>
        )}
        {server.sni && (
          <Fact name={t`Server name (SNI)`}>
            <span className={styles.code}>{server.sni}</span>
          </Fact>
        )}
        <Fact name={t`Runs on`}>
          {plane === 'embedded' ? t`This machine` : t`Another machine, through a node agent`}
        </Fact>
        {typeof status === 'string' && <Fact name={t`Version`}>{status}</Fact>}
        {openPorts !== undefined && <Fact name={t`Open ports`}>{number.format(openPorts)}</Fact>}
        {foreignPorts > 0 && (
          <Fact name={t`Other ports on the node`}>{t`${others}, left as they are`}</Fact>
        )}
        {comment !== '' && <Fact name={t`Comment`}>{comment}</Fact>}
      </Facts>
    </Card>
  )
}

const useStyles = makeStyles({
  code: { fontFamily: tokens.fontFamilyMonospace },
  weak: { color: tokens.colorStatusDangerForeground1 },
})
