import { Button, Field, Textarea } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { getMailServer } from '#features/mails/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkMailDraft } from './draft.ts'
import { sendUserEmailRefusals } from './messages.ts'
import { sendUserEmail } from './operations.ts'

type Props = {
  user: Pick<Schema<'User'>, 'id' | 'email'>
  /** Whether the caller may see the mail server, and set one up. */
  maySetUp: boolean
  onClose: () => void
  /** Whether a mail server is set up; undefined where the caller cannot know. */
  onSent: (ready: boolean | undefined) => void
}

/** Writes a mail to one user. Spec 2. */
export default function MailSheet({ user, maySetUp, onClose, onSent }: Props) {
  const { t, i18n } = useLingui()
  const sending = useMutation(sendUserEmail)
  const host = useQuery({ ...getMailServer(), enabled: maySetUp }).data?.host
  const ready = host === undefined ? undefined : host !== ''
  const form = useDraft({ title: '', content: '' }, checkMailDraft)
  const { email } = user
  const { value, problem, onChange } = form.field('content')
  return (
    <Sheet
      alert
      wide
      title={t`Email to ${email}`}
      onClose={onClose}
      onSubmit={form.submit((draft) => {
        if (sending.isPending) return
        sending.mutate({ userId: user.id, ...draft }, { onSuccess: () => onSent(ready) })
      })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={sending.isPending}>
            {sending.isPending ? <Trans>Sending…</Trans> : <Trans>Send</Trans>}
          </Button>
        </>
      }
    >
      {ready === false && (
        <Problem intent="warning">
          <Trans>No mail server is set up: the email waits in the outbox until there is one.</Trans>{' '}
          <MoreLink to="/admin/settings/mail">
            <Trans>Set up mail</Trans>
          </MoreLink>
        </Problem>
      )}
      <TextField label={t`Subject`} maxLength={255} {...form.field('title')} />
      <Field
        label={t`Text`}
        validationMessage={problem && i18n._(problem)}
        validationState={problem ? 'error' : 'none'}
      >
        <Textarea
          size="large"
          rows={8}
          maxLength={16_384}
          resize="vertical"
          value={value}
          onChange={(_event, data) => onChange(data.value)}
        />
      </Field>
      {sending.error && <Problem>{i18n._(explain(sending.error, sendUserEmailRefusals))}</Problem>}
    </Sheet>
  )
}
