import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/client.ts'
import { useSubmit } from '#api/submit.ts'
import { explain } from '#api/refusals.ts'
import { useDraft, withRefusal } from '#ui/draft.ts'
import { OutcomePending } from '#ui/OutcomePending.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { checkResetDraft } from './draft.ts'
import { useFormStyles } from './formStyles.ts'
import { LogOutFirst } from './LogOutFirst.tsx'
import { resetPasswordRefusals, TOO_COMMON } from './messages.ts'
import { checkResetToken, resetPassword } from './operations.ts'
import { useVisitor } from './useVisitor.ts'

/** The page behind a mailed link: sets a new password, once, within ten minutes. Spec 8. */
export function ResetForm({ token }: { token: string }) {
  const styles = useFormStyles()
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const who = useVisitor()
  const reset = useSubmit(resetPassword)
  const [works, setWorks] = useState<'checking' | 'yes' | ApiError>('checking')
  const [done, setDone] = useState(false)
  const form = useDraft({ password: '', repeated: '' }, checkResetDraft)
  const isCommon = reset.error?.reason === 'password too common'
  useEffect(() => {
    checkResetToken(token).then(
      () => setWorks('yes'),
      (error: unknown) => setWorks(error instanceof ApiError ? error : new ApiError(0, '')),
    )
  }, [token])

  if (who === 'loggedIn') return <LogOutFirst />
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit(({ password }) => {
        void reset.run({ token, password }, () => setDone(true))
      })}
    >
      <Heading>
        <Trans>Set a new password</Trans>
      </Heading>
      {works === 'checking' && (
        <p role="status" className={styles.quiet}>
          <Trans>Checking the link…</Trans>
        </p>
      )}
      {works instanceof ApiError && (
        <>
          <Problem>{i18n._(explain(works, resetPasswordRefusals))}</Problem>
          <Link to="/home/login" className={styles.link}>
            <Trans>Log in</Trans>
          </Link>
        </>
      )}
      {works === 'yes' && done && (
        <>
          <Problem intent="success">
            <Trans>Password changed, please log in again.</Trans>
          </Problem>
          <Button
            appearance="primary"
            size="large"
            onClick={() => void navigate({ to: '/home/login', replace: true })}
          >
            <Trans>Log in</Trans>
          </Button>
        </>
      )}
      {works === 'yes' && !done && (
        <>
          <PasswordField
            label={t`New password`}
            hint={t`At least 8 characters.`}
            autoComplete="new-password"
            maxLength={200}
            {...withRefusal(form.field('password'), isCommon && TOO_COMMON, reset.forget)}
          />
          <PasswordField
            label={t`New password again`}
            autoComplete="new-password"
            maxLength={200}
            {...form.field('repeated')}
          />
          {reset.error && !isCommon && (
            <Problem>{i18n._(explain(reset.error, resetPasswordRefusals))}</Problem>
          )}
          <OutcomePending />
          <Button type="submit" appearance="primary" size="large" disabledFocusable={reset.pending}>
            {reset.pending ? <Trans>Changing…</Trans> : <Trans>Change password</Trans>}
          </Button>
        </>
      )}
    </form>
  )
}
