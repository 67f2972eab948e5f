import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ClientApp, System } from '#rules/clientApps.ts'
import { CopyAction } from '#ui/CopyAction.tsx'
import { QrCode } from '#ui/QrCode.tsx'

type Props = {
  app: ClientApp
  system: System
  /** The subscription in the format the app reads. */
  link: string
  /** The same without a format, which each app and each browser is answered by. */
  anyLink: string
  guide: (system: System) => ReactNode
}

/** Imports the subscription on another device: by a code to scan, or a link to paste there. */
export function ImportThere({ app, system, link, anyLink, guide }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const appName = app.name
  const scans = system === 'apple' || system === 'android'
  return (
    <div className={styles.column}>
      {scans ? (
        <>
          <QrCode text={anyLink} label={t`Subscription link for ${appName}`} size={220} />
          <Caption1 className={styles.quiet}>
            <Trans>
              Scan it with the camera of that device, and press the name of the app on the page that
              opens. Or scan it in the app.
            </Trans>
          </Caption1>
        </>
      ) : (
        <Caption1 className={styles.quiet}>
          <Trans>Copy the link, and add it as a subscription in the app there.</Trans>
        </Caption1>
      )}
      <CopyAction text={scans ? anyLink : link} primary={!scans} className={styles.wide}>
        <Trans>Copy link</Trans>
      </CopyAction>
      {!scans && guide(system)}
    </div>
  )
}

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '8px' },
  quiet: { color: tokens.colorNeutralForeground2, textAlign: 'center' },
  wide: { width: '100%', minHeight: '44px' },
})
