import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownload24Regular, ShareIos24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { askToPersist, isInstalled, useInstall } from '#device/install.ts'
import { Card } from '#ui/Card.tsx'

/** Offers to install the console where this device can, or says how; nothing elsewhere. */
export function InstallCard() {
  const styles = useStyles()
  const { t } = useLingui()
  const offer = useInstall()
  // An installed app is expected to work without a network as well.
  useEffect(() => {
    if (isInstalled()) askToPersist()
  }, [])
  if (!offer) return null
  return (
    <Card title={t`Install as an app`}>
      <p className={styles.text}>
        <Trans>It opens from the home screen, even without a network.</Trans>
      </p>
      {offer.how === 'button' ? (
        <Button icon={<ArrowDownload24Regular />} className={styles.button} onClick={offer.install}>
          <Trans>Install</Trans>
        </Button>
      ) : (
        <p className={styles.hint}>
          <ShareIos24Regular aria-hidden className={styles.icon} />
          <span>
            <Trans>Tap Share in the browser, then “Add to Home Screen”.</Trans>
          </span>
        </p>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  text: { margin: '0 0 12px', color: tokens.colorNeutralForeground2 },
  button: { alignSelf: 'flex-start' },
  hint: { display: 'flex', alignItems: 'center', gap: '12px', margin: 0 },
  icon: { flexShrink: 0, color: tokens.colorBrandForeground1 },
})
