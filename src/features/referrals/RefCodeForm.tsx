import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkRefCodeDraft } from './draft.ts'
import { editRefCodeRefusals } from './messages.ts'
import { editRefCode } from './operations.ts'

type Props = { code: Schema<'RefCodeRow'>; onSaved: () => void }

/** Changes how many people may sign up with a code. Spec 5: required. */
export function RefCodeForm({ code, onSaved }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const change = useMutation(editRefCode)
  const form = useDraft({ maxUser: String(code.maxUser) }, checkRefCodeDraft)
  const { count } = code
  return (
    <Card title={t`Limit`}>
      <form
        noValidate
        className={styles.form}
        onSubmit={form.submit(({ maxUser }) =>
          change.mutate({ codeId: code.id, maxUser: Number(maxUser) }, { onSuccess: onSaved }),
        )}
      >
        <TextField
          label={t`Maximum sign-ups`}
          inputMode="numeric"
          required
          {...form.field('maxUser')}
        />
        {Number(form.draft.maxUser) < count && (
          <Problem intent="info">
            <Trans>
              {count} signed up already and stay. No one else can sign up with this code.
            </Trans>
          </Problem>
        )}
        {change.error && <Problem>{i18n._(explain(change.error, editRefCodeRefusals))}</Problem>}
        <Button
          type="submit"
          appearance="primary"
          size="large"
          className={styles.submit}
          disabledFocusable={change.isPending || !online}
        >
          {!online ? (
            <Trans>Save once you are online</Trans>
          ) : change.isPending ? (
            <Trans>Saving…</Trans>
          ) : (
            <Trans>Save</Trans>
          )}
        </Button>
      </form>
    </Card>
  )
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  submit: { alignSelf: 'flex-end', '@media (max-width: 599px)': { alignSelf: 'stretch' } },
})
