import { Button, Caption1, Link, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/Problem.tsx'
import { BotForm } from './BotForm.tsx'
import { editTelegramSettingRefusals, testTelegramSettingRefusals } from './messages.ts'
import { editTelegramSetting, testTelegramSetting } from './operations.ts'

type Props = {
  setting: Schema<'TelegramSetting'>
  /** Whether a bot speaks for the site from now on. */
  onChanged: (hasBot: boolean) => void
}

/** The bot that speaks for the site: which one, whether it works, and the way to another. */
export function BotCard({ setting: { bot, problem }, onChanged }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [changing, setChanging] = useState(false)
  const [removing, setRemoving] = useState(false)
  const removal = useMutation(editTelegramSetting)
  const test = useMutation(testTelegramSetting)
  const saved = () => {
    setChanging(false)
    onChanged(true)
  }
  if (bot === null)
    return (
      <Card title={t`Bot`}>
        <p className={styles.text}>
          <Trans>
            Ask @BotFather in Telegram for a new bot and enter the token it gives you. Nothing else
            has to be set up: the server asks Telegram for messages automatically.
          </Trans>
        </p>
        <BotForm onSaved={saved} />
      </Card>
    )
  const words = {
    'bot unknown': t`Telegram no longer knows the bot. Enter its new token.`,
    'telegram unreachable': t`Telegram cannot be reached from the server. It keeps trying.`,
    conflict: t`Another program uses the same bot. Stop it, or use another bot.`,
  }
  return (
    <Card title={t`Bot`}>
      <Facts>
        <Fact name={t`Name`}>
          <Link href={`https://t.me/${bot}`} target="_blank" rel="noreferrer">
            {`@${bot}`}
          </Link>
        </Fact>
      </Facts>
      {problem && <Problem intent="warning">{words[problem]}</Problem>}
      {test.isSuccess && (
        <Problem intent="success">
          <Trans>The message was sent. Check your chat.</Trans>
        </Problem>
      )}
      {test.error && <Problem>{i18n._(explain(test.error, testTelegramSettingRefusals))}</Problem>}
      {changing ? (
        <BotForm onSaved={saved} onCancel={() => setChanging(false)} />
      ) : (
        <div className={styles.actions}>
          <Button
            disabledFocusable={!online || test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {test.isPending ? <Trans>Sending…</Trans> : <Trans>Send a test message</Trans>}
          </Button>
          <Button onClick={() => setChanging(true)}>
            <Trans>Change the token</Trans>
          </Button>
          <Button disabledFocusable={!online} onClick={() => setRemoving(true)}>
            <Trans>Remove the bot</Trans>
          </Button>
        </div>
      )}
      {!online && (
        <Caption1>
          <Trans>You are offline. This can be changed when the connection is back.</Trans>
        </Caption1>
      )}
      {removing && (
        <ConfirmDialog
          title={t`Remove the bot?`}
          action={t`Remove`}
          destroys
          pending={removal.isPending}
          problem={removal.error && i18n._(explain(removal.error, editTelegramSettingRefusals))}
          onConfirm={() =>
            removal.mutate(null, {
              onSuccess: () => {
                setRemoving(false)
                onChanged(false)
              },
            })
          }
          onClose={() => setRemoving(false)}
        >
          <Trans>
            The site no longer sends anything on Telegram. Chats stay connected for the next bot.
          </Trans>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  text: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', '& > button': { minHeight: '44px' } },
})
