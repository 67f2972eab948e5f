import { Button, makeStyles } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { explain, type Refusals } from '#api/refusals.ts'
import { changeMyPassword } from '#features/users/operations.ts'
import { type Problems, useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { leave } from './visit.ts'

type Draft = { password: string; newPassword: string; repeated: string }

/** Why a password stays as it is. */
const refusals: Refusals<'changeMyPassword'> = {
  'invalid password': msg`The old password is wrong.`,
  'password retry out of limit': msg`Too many attempts. Wait a minute, then try again.`,
  otherwise: msg`The password was not changed.`,
}

/** How long the good news stays before the login opens, ms. */
const READING = 5000

/** Changes the password a person logs in with; afterwards everybody logs in again. Spec 8. */
export function ChangePasswordForm() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const change = useMutation(changeMyPassword)
  const form = useDraft({ password: '', newPassword: '', repeated: '' }, check)
  const { isSuccess } = change
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => void leave(), READING)
    return () => clearTimeout(timer)
  }, [isSuccess])

  if (isSuccess)
    return (
      <div className={styles.form}>
        <Problem intent="success">
          <Trans>Password changed, please log in again.</Trans>
        </Problem>
        <Button appearance="primary" size="large" onClick={() => void leave()}>
          <Trans>Log in</Trans>
        </Button>
      </div>
    )
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit(({ password, newPassword }) =>
        change.mutate({ password, newPassword }),
      )}
    >
      <TextField
        label={t`Old password`}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <TextField
        label={t`New password`}
        type="password"
        autoComplete="new-password"
        maxLength={200}
        {...form.field('newPassword')}
      />
      <TextField
        label={t`New password again`}
        type="password"
        autoComplete="new-password"
        maxLength={200}
        hint={t`You log in anew afterwards, on every device.`}
        {...form.field('repeated')}
      />
      {change.error && <Problem>{i18n._(explain(change.error, refusals))}</Problem>}
      <Button type="submit" appearance="primary" size="large" disabledFocusable={change.isPending}>
        {change.isPending ? <Trans>Changing…</Trans> : <Trans>Change password</Trans>}
      </Button>
    </form>
  )
}

function check({ password, newPassword, repeated }: Draft): Problems<Draft> {
  const problems: Problems<Draft> = {}
  if (password === '') problems.password = msg`Enter your old password.`
  if (newPassword === '') problems.newPassword = msg`Enter a new password.`
  if (repeated !== newPassword) problems.repeated = msg`The two passwords differ.`
  return problems
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
})
