import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import type { Body } from '#contract'
import { Card } from '#ui/Card.tsx'
import { useDraft, withRefusal } from '#ui/draft.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Problem } from '#ui/Problem.tsx'
import { checkPasswordDraft } from './draft.ts'
import { changePasswordRefusals, TOO_COMMON } from './messages.ts'

/** How long the good news stays before the login opens. */
const READING_MS = 5000

type Props = {
  /** The operation of the area: a user's or an admin's own. */
  operation: UseMutationOptions<'success', ApiError, Body<'changeMyPassword'>>
  /** Logs out afterwards. */
  onLeave: () => void
}

/** Changes the password a person logs in with; afterwards everybody logs in again. Spec 8. */
export function ChangePasswordForm({ operation, onLeave }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const change = useMutation(operation)
  const form = useDraft({ password: '', newPassword: '', repeated: '' }, checkPasswordDraft)
  const { isSuccess } = change
  const isCommon = change.error?.reason === 'password too common'
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(onLeave, READING_MS)
    // Not every server ends the session, so the console logs out on leaving this screen.
    return () => {
      clearTimeout(timer)
      onLeave()
    }
  }, [isSuccess, onLeave])

  if (isSuccess)
    return (
      <div className={styles.form}>
        <Problem intent="success">
          <Trans>Password changed, please log in again.</Trans>
        </Problem>
        <Button appearance="primary" size="large" onClick={onLeave}>
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
      <Card>
        <PasswordField
          label={t`Old password`}
          autoComplete="current-password"
          maxLength={200}
          {...form.field('password')}
        />
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          maxLength={200}
          {...withRefusal(form.field('newPassword'), isCommon && TOO_COMMON, change.reset)}
        />
        <PasswordField
          label={t`New password again`}
          autoComplete="new-password"
          maxLength={200}
          hint={t`You will need to log in again on every device.`}
          {...form.field('repeated')}
        />
        {change.error && !isCommon && (
          <Problem>{i18n._(explain(change.error, changePasswordRefusals))}</Problem>
        )}
        <Button
          type="submit"
          appearance="primary"
          size="large"
          disabledFocusable={change.isPending}
        >
          {change.isPending ? <Trans>Changing…</Trans> : <Trans>Change password</Trans>}
        </Button>
      </Card>
    </form>
  )
}

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
})
