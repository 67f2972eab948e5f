import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { keepStatus, knownStatus } from '#device/status.ts'
import { BindingCard } from '#features/telegram/BindingCard.tsx'
import { BotCard } from '#features/telegram/BotCard.tsx'
import {
  getAdminTelegramCode,
  getTelegramSetting,
  unbindAdminTelegram,
} from '#features/telegram/operations.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/settings/telegram')({
  beforeLoad: ({ context }) => {
    if (!context.may('editTelegramSetting'))
      throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context }) =>
    context.queryClient.ensureQueryData({ ...getTelegramSetting(), revalidateIfStale: true }),
  component: TelegramScreen,
})

/** How often to look whether the bot works, ms. */
const LOOK = 5_000

function TelegramScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { data: setting, dataUpdatedAt } = useSuspenseQuery({
    ...getTelegramSetting(),
    refetchInterval: LOOK,
  })
  return (
    <Page title={t`Telegram`} back="/admin/settings" asOf={dataUpdatedAt}>
      <div className={styles.column}>
        <BotCard key={setting.bot} setting={setting} onChanged={showInMenus} />
        {setting.bot !== null && (
          <BindingCard query={getAdminTelegramCode()} unbinding={unbindAdminTelegram}>
            <Trans>In the chat you hear of sign-ups, payments and messages at once.</Trans>
          </BindingCard>
        )}
      </div>
    </Page>
  )
}

/** Other screens know from the status whether there is a bot. */
function showInMenus(telegram: boolean) {
  const status = knownStatus()?.status
  if (status) keepStatus({ ...status, telegram })
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
    maxWidth: '640px',
    marginInline: 'auto',
  },
})
