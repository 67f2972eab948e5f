import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { BindingCard } from '#features/telegram/BindingCard.tsx'
import { getMyTelegramCode, unbindMyTelegram } from '#features/telegram/operations.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/user/telegram')({ component: TelegramScreen })

function TelegramScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Page title={t`Telegram`} back="/user/settings">
      <div className={styles.column}>
        <BindingCard query={getMyTelegramCode()} unbinding={unbindMyTelegram}>
          <Trans>
            In the chat you see your traffic and expiry, get a link that logs you in, and write to
            the support team.
          </Trans>
        </BindingCard>
      </div>
    </Page>
  )
}

const useStyles = makeStyles({ column: { width: '100%', maxWidth: '640px' } })
