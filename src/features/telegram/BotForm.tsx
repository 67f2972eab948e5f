import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkBotDraft } from './draft.ts'
import { editTelegramSettingRefusals } from './messages.ts'
import { editTelegramSetting } from './operations.ts'

type Props = { onSaved: () => void; onCancel?: () => void }

/** Where a bot's token is entered. It is tested before it is saved, and never shown again. */
export function BotForm({ onSaved, onCancel }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const form = useDraft({ token: '' }, checkBotDraft)
  const { mutate, error, isPending } = useMutation(editTelegramSetting)
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit(({ token }) => mutate(token.trim(), { onSuccess: onSaved }))}
    >
      <TextField
        label={t`Token of the bot`}
        hint={t`It is kept encrypted, and not shown again.`}
        autoComplete="off"
        placeholder="123456789:AAH…"
        {...form.field('token')}
      />
      {error && <Problem>{i18n._(explain(error, editTelegramSettingRefusals))}</Problem>}
      <div className={styles.actions}>
        <Button
          type="submit"
          appearance="primary"
          size="large"
          disabledFocusable={isPending || !online}
        >
          {isPending ? <Trans>Asking Telegram…</Trans> : <Trans>Save</Trans>}
        </Button>
        {onCancel && (
          <Button size="large" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '12px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
