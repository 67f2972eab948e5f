import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { storeStatus, knownStatus } from '#device/status.ts'
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
    const { may, isMain, status } = context
    // Where the bot is configured elsewhere, the main admin can still connect a chat.
    const hasBot = isMain && status.telegram === true && may('getAdminTelegramCode')
    if (!may('editTelegramSetting') && !hasBot)
      throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context: { queryClient, may } }) =>
    may('editTelegramSetting')
      ? queryClient.ensureQueryData({ ...getTelegramSetting(), revalidateIfStale: true })
      : undefined,
  component: TelegramScreen,
})

/** How often to look whether the bot works. */
const POLL_MS = 5_000

function TelegramScreen() {
  const { may } = Route.useRouteContext()
  return may('editTelegramSetting') ? <BotScreen /> : <ChatScreen />
}

/** What remains where the server's bot is configured elsewhere. */
function ChatScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Page form title={t`Telegram`} back="/admin/settings">
      <div className={styles.column}>
        <Chat />
      </div>
    </Page>
  )
}

function BotScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { data: setting, dataUpdatedAt } = useSuspenseQuery({
    ...getTelegramSetting(),
    refetchInterval: POLL_MS,
  })
  return (
    <Page form title={t`Telegram`} back="/admin/settings" asOf={dataUpdatedAt}>
      <div className={styles.column}>
        <BotCard key={setting.bot} setting={setting} onChanged={showInMenus} />
        {setting.bot !== null && <Chat />}
      </div>
    </Page>
  )
}

function Chat() {
  return (
    <BindingCard query={getAdminTelegramCode()} unbinding={unbindAdminTelegram}>
      <Trans>Get sign-ups, payments and messages in the chat right away.</Trans>
    </BindingCard>
  )
}

/** Other screens know from the status whether there is a bot. */
function showInMenus(telegram: boolean) {
  const status = knownStatus()?.status
  if (status) storeStatus({ ...status, telegram })
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
})
