import { Button, makeStyles } from '@fluentui/react-components'
import { Open20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useStatus } from '#device/status.ts'
import { appLink, type SubscriptionType } from '#rules/links.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { QrCode } from '#ui/QrCode.tsx'

type Props = {
  /** Undefined for one not named here. */ type: SubscriptionType | undefined
  app: string
  link: string
}

/** A subscription link to scan, to copy, or to hand to an app on this device. */
export function LinkCode({ type, app, link }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const title = useStatus()?.title ?? 'Sluice'
  const opening = type && appLink(type, link, title)
  return (
    <div className={styles.column}>
      <QrCode text={link} label={t`Subscription link for ${app}`} />
      {opening && (
        <Button
          as="a"
          href={opening}
          appearance="primary"
          size="large"
          className={styles.open}
          icon={<Open20Regular />}
        >
          <Trans>Open in {app}</Trans>
        </Button>
      )}
      <Copyable text={link} label={t`subscription link`} />
    </div>
  )
}

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '12px' },
  open: { minHeight: '44px', maxWidth: '100%' },
})
