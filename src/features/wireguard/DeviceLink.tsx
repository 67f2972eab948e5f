import { makeStyles, Spinner, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { explainLoad } from '#api/refusals.ts'
import { useStatus } from '#device/status.ts'
import { subscriptionLink } from '#rules/links.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { Problem } from '#ui/Problem.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { useDeviceLink, type Whose } from './calls.ts'

type Props = {
  accountId: number
  whose: Whose
  device: { id: number; name: string }
}

/** The own link of a device, as a code to scan and as text. */
export function DeviceLink({ accountId, whose, device: { id: deviceId, name } }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const site = useStatus()?.site || location.origin
  const { data, error } = useDeviceLink(whose, { accountId, deviceId })
  const link =
    data && subscriptionLink(site, data.subscribe, { type: undefined, ip: false, flow: false })
  return (
    <>
      <p className={styles.about}>
        <Trans>
          An app that opens this link gets the servers with the key of this device. Keep it for this
          device alone.
        </Trans>
      </p>
      {link && (
        <div className={styles.code}>
          <QrCode text={link} label={t`Link of ${name}`} size={264} />
        </div>
      )}
      {link && <Copyable text={link} label={t`link`} />}
      {!link && !error && <Spinner label={t`Loading`} />}
      {!link && error && <Problem>{i18n._(explainLoad(error))}</Problem>}
    </>
  )
}

const useStyles = makeStyles({
  about: { margin: 0, color: tokens.colorNeutralForeground2 },
  code: { display: 'flex', justifyContent: 'center' },
})
