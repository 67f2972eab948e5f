import { makeStyles } from '@fluentui/react-components'
import { Send24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useStatus } from '#device/status.ts'
import { BindingCard } from '#features/telegram/BindingCard.tsx'
import { getMyTelegramCode, unbindMyTelegram } from '#features/telegram/operations.ts'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/user/telegram')({ component: TelegramScreen })

function TelegramScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const status = useStatus()
  // What is off may be left out.
  if (status && !status.telegram)
    return (
      <Page form title={t`Telegram`} back="/user/settings">
        <Empty icon={<Send24Regular />}>
          <Trans>Telegram is turned off right now.</Trans>
        </Empty>
      </Page>
    )
  return (
    <Page form title={t`Telegram`} back="/user/settings">
      <div className={styles.column}>
        <BindingCard query={getMyTelegramCode()} unbinding={unbindMyTelegram}>
          <Trans>
            In the chat you see your traffic and expiry, get a link that logs you in, and write to
            support.
          </Trans>
        </BindingCard>
      </div>
    </Page>
  )
}

const useStyles = makeStyles({ column: { width: '100%' } })
