import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { typedEmail } from '#rules/pasted.ts'
import { Card } from '#ui/Card.tsx'
import { useDraft } from '#ui/draft.ts'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkTestDraft } from './draft.ts'
import { mailProblems, testMailRefusals } from './messages.ts'
import { testMail } from './operations.ts'

type Props = {
  email: string
  /** There are unsaved changes, which would not be tested. */
  isSaved: boolean
}

/** Sends a mail to see whether the server works, and says why it does not. */
export function TestMailCard({ email, isSaved }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const testing = useMutation(testMail)
  const form = useDraft({ recipient: email }, checkTestDraft)
  const { data, error, isPending, variables: recipient = '' } = testing
  return (
    <Card title={t`Test email`}>
      <form
        noValidate
        className={styles.form}
        onSubmit={form.submit((draft) => {
          if (!isPending && online && isSaved) testing.mutate(typedEmail(draft.recipient))
        })}
      >
        <TextField
          label={t`To`}
          type="email"
          inputMode="email"
          maxLength={200}
          {...form.field('recipient')}
        />
        <Button
          type="submit"
          size="large"
          className={styles.send}
          disabledFocusable={isPending || !online || !isSaved}
          title={isSaved ? undefined : t`Save first: the test uses what is saved.`}
        >
          {isPending ? <Trans>Sending…</Trans> : <Trans>Send a test email</Trans>}
        </Button>
      </form>
      {error && <Problem>{i18n._(explain(error, testMailRefusals))}</Problem>}
      {data?.sent && !isPending && (
        <Problem intent="success">
          <Trans>The server accepted the email to {recipient}. Check whether it has arrived.</Trans>
        </Problem>
      )}
      {data && !data.sent && !isPending && (
        <Problem>
          {i18n._(mailProblems[data.problem ?? 'refused'])}
          {data.detail && <span className={styles.detail}>{data.detail}</span>}
        </Problem>
      )}
      <ManualLink to="mail.html" />
    </Card>
  )
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '12px' },
  send: { alignSelf: 'flex-end', '@media (max-width: 599px)': { alignSelf: 'stretch' } },
  detail: {
    display: 'block',
    marginTop: '4px',
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
})
