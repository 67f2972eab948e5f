import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { dateFormat } from '#rules/formats.ts'
import { useNow } from '#ui/now.ts'
import { CERTIFICATE_PROBLEMS } from './certificateProblems.ts'
import { isWeakCipher } from './ciphers.ts'
import { ServerState } from './ServerState.tsx'
import { addressesOf } from './state.ts'

type Props = {
  server: Schema<'Server'>
  /** Whether its lights show how it is. */
  isLit: boolean
}

/** How long before its end a certificate should be replaced, ms. */
const SOON_MS = 14 * 86_400_000

/** What a server is: where it is reached, with which cipher, and how its traffic counts. */
export function ServerFacts({ server, isLit }: Props) {
  const styles = useStyles()
  const now = useNow()
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
  const sharedPort = server.tjPort ?? server.ssPort ?? undefined
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
        {sharedPort !== undefined ? (
          <Fact name={t`Port for all accounts`}>{sharedPort}</Fact>
        ) : (
          (type !== 'WireGuard' || shift !== 0) && (
            <Fact name={t`Port offset`}>{shift > 0 ? `+${shift}` : shift}</Fact>
          )
        )}
        {publicShift !== 0 && (
          <Fact name={t`Public port offset`}>
            {publicShift > 0 ? `+${publicShift}` : publicShift}
          </Fact>
        )}
        {server.site && (
          <Fact name={t`Web site behind`}>
            {server.site === 'console' ? (
              t`This console`
            ) : (
              <span className={styles.code}>{server.site}</span>
            )}
          </Fact>
        )}
        {server.certificate && (
          <Fact name={t`Certificate expires`}>
            {dateFormat(i18n.locale, { dateStyle: 'medium' }).format(server.certificate.until)}
            {server.certificate.until - now < SOON_MS && (
              <span className={styles.weak}> {t`(expires soon)`}</span>
            )}
          </Fact>
        )}
        {server.certificateOrder && <CertificateOrder order={server.certificateOrder} />}
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

/** Whether the console could order the certificate, and if not, why and when it tries again. */
function CertificateOrder({ order }: { order: NonNullable<Schema<'CertificateOrder'>> }) {
  const styles = useStyles()
  const { t } = useLingui()
  const { problem, said, next } = order
  return (
    <Fact name={t`Certificate`}>
      {problem === null ? (
        t`Ordered by the console`
      ) : (
        <>
          <span className={styles.weak}>{t(CERTIFICATE_PROBLEMS[problem])}</span>{' '}
          {said !== '' && problem === 'authority' && <span className={styles.code}>{said}</span>}{' '}
          {next !== null && (
            <>
              <Trans>Next try:</Trans> <Moment time={next} relative />
            </>
          )}
        </>
      )}
    </Fact>
  )
}

const useStyles = makeStyles({
  code: { fontFamily: tokens.fontFamilyMonospace },
  weak: { color: tokens.colorStatusDangerForeground1 },
})
