import { Button, Field, makeStyles, Textarea } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { useDraft } from '#ui/draft.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { checkServerDraft, serverDraftOf, toServer, USUAL_PORTS } from './draft.ts'
import { editMailServerRefusals } from './messages.ts'
import { editMailServer, getMailServer } from './operations.ts'
import { ServerConflict } from './ServerConflict.tsx'
import { TestMailCard } from './TestMailCard.tsx'

type Props = {
  server: Schema<'MailServer'>
  /** The default recipient of a test mail. */
  email: string
}

/** The SMTP server, the blocked mail domains, and a test of the server. */
export function ServerForm({ server, email }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [first] = useState(() => serverDraftOf(server))
  const [saved, setSaved] = useState({ draft: first, revision: server.revision })
  const form = useDraft(first, checkServerDraft)
  const saving = useMutation(editMailServer)
  const { refetch } = useSuspenseQuery(getMailServer())
  const theirs =
    saving.error?.status === 409 && server.revision !== saved.revision ? server : undefined
  const { draft, change, field } = form
  const isSaved = draft === saved.draft
  const { value, problem, onChange } = field('blackList')

  const securities = [
    { value: 'tls', label: t`TLS` },
    { value: 'starttls', label: t`STARTTLS` },
    { value: 'none', label: t`None` },
  ] as const

  return (
    <>
      <form
        noValidate
        className={styles.form}
        aria-label={t`Mail server`}
        onSubmit={form.submit((typed) => {
          if (saving.isPending || !online) return
          const { revision } = saved
          saving.mutate(toServer(typed, { remove: typed.user.trim() === '', revision }), {
            onSuccess: (answer) =>
              setSaved({
                draft: typed,
                revision: answer === 'success' ? undefined : answer.revision,
              }),
            onError: ({ status }) => status === 409 && void refetch(),
          })
        })}
      >
        <Card title={t`Mail server`}>
          <TextField
            label={t`Host`}
            placeholder="smtp.example.com"
            hint={t`Any SMTP server. Without one no email is sent, and no one can sign up.`}
            autoComplete="off"
            maxLength={255}
            {...field('host')}
          />
          <div className={styles.pair}>
            <SelectField
              label={t`Encryption`}
              choices={securities}
              {...field('security')}
              onChange={(security) =>
                // An unchanged port follows the encryption.
                change(
                  draft.port === USUAL_PORTS[draft.security]
                    ? { security, port: USUAL_PORTS[security] }
                    : { security },
                )
              }
            />
            <TextField label={t`Port`} inputMode="numeric" {...field('port')} />
          </div>
          {draft.security === 'none' && (
            <Problem intent="warning">
              <Trans>
                The password and all mail are sent unencrypted. Use only on this machine.
              </Trans>
            </Problem>
          )}
          <TextField
            label={t`Username`}
            hint={t`Leave empty if the server requires no login.`}
            autoComplete="off"
            maxLength={255}
            {...field('user')}
          />
          <PasswordField
            label={t`Password`}
            autoComplete="new-password"
            maxLength={1000}
            hint={server.hasPassword ? t`A password is saved. Leave empty to keep it.` : undefined}
            {...field('password')}
          />
        </Card>
        <Card title={t`Sender`}>
          <TextField label={t`Name`} maxLength={100} {...field('fromName')} />
          <TextField
            label={t`Address`}
            type="email"
            inputMode="email"
            maxLength={200}
            hint={t`Leave empty if it is the same as the username.`}
            {...field('fromAddress')}
          />
        </Card>
        <Card title={t`Addresses that may not sign up`}>
          <Field
            label={t`One pattern per line`}
            hint={t`@example.com is a whole domain; * stands for any text.`}
            validationMessage={problem && i18n._(problem)}
            validationState={problem ? 'error' : 'none'}
          >
            <Textarea
              rows={6}
              resize="vertical"
              value={value}
              onChange={(_event, data) => onChange(data.value)}
            />
          </Field>
        </Card>
        {saving.error && <Problem>{i18n._(explain(saving.error, editMailServerRefusals))}</Problem>}
        {saving.isSuccess && isSaved && (
          <Problem intent="success">
            <Trans>Saved. Send a test email to see whether it works.</Trans>
          </Problem>
        )}
        <Button
          type="submit"
          appearance="primary"
          size="large"
          className={styles.save}
          disabledFocusable={saving.isPending || !online}
          title={online ? undefined : t`There is no network. What you typed stays here.`}
        >
          {saving.isPending ? <Trans>Saving…</Trans> : <Trans>Save</Trans>}
        </Button>
      </form>
      <TestMailCard email={email} isSaved={isSaved} />
      {theirs && (
        <ServerConflict
          before={saved.draft}
          theirs={serverDraftOf(theirs)}
          mine={draft}
          onTake={(next) => {
            setSaved({ draft: serverDraftOf(theirs), revision: theirs.revision })
            change(next)
            saving.reset()
          }}
          onClose={saving.reset}
        />
      )}
      <UnsavedChanges when={() => !isSaved} />
    </>
  )
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    gap: '12px',
    alignItems: 'start',
    '& .fui-Input': { minWidth: 0 },
    '& .fui-Input__input': { minWidth: 0, width: '100%' },
  },
  save: { alignSelf: 'flex-end', '@media (max-width: 599px)': { alignSelf: 'stretch' } },
})
