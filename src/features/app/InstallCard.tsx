import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownload24Regular, ShareIos24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { askToPersist, isInstalled, useInstall } from '#device/install.ts'
import { Card } from '#ui/Card.tsx'

/** Left out where the card stays. */
type Props = { onDismiss?: () => void }

/** Offers to install the console where this device can, or says how; nothing elsewhere. */
export function InstallCard({ onDismiss }: Props) {
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
      {offer.how === 'share' && (
        <p className={styles.hint}>
          <ShareIos24Regular aria-hidden className={styles.icon} />
          <span>
            <Trans>Tap Share in the browser, then “Add to Home Screen”.</Trans>
          </span>
        </p>
      )}
      <div className={styles.buttons}>
        {offer.how === 'button' && (
          <Button icon={<ArrowDownload24Regular />} onClick={offer.install}>
            <Trans>Install</Trans>
          </Button>
        )}
        {onDismiss && (
          <Button appearance="subtle" onClick={onDismiss}>
            <Trans>Not now</Trans>
          </Button>
        )}
      </div>
    </Card>
  )
}

const useStyles = makeStyles({
  text: { margin: '0 0 12px', color: tokens.colorNeutralForeground2 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', '& > button': { minHeight: '44px' } },
  hint: { display: 'flex', alignItems: 'center', gap: '12px', margin: 0 },
  icon: { flexShrink: 0, color: tokens.colorBrandForeground1 },
})
