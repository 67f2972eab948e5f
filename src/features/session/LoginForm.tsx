import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import { useDeed } from '#api/deed.ts'
import { useStatus } from '#device/status.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Heading } from '#ui/Heading.tsx'
import { checkLoginDraft } from './draft.ts'
import { logInRefusals } from './messages.ts'
import { logIn } from './operations.ts'
import { askStatus } from './visit.ts'

/** Logs in by e-mail and password, and leads to the area of the person. Spec 4. */
export function LoginForm() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const login = useDeed(logIn)
  const form = useDraft({ email: '', password: '' }, checkLoginDraft)
  const [asked, setAsked] = useState<'reset' | null>(null)
  const needsSetUp = useStatus()?.setup

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit(({ email, password }) => {
        setAsked(null)
        void login.run({ email: email.trim(), password }, async ({ type }) => {
          await askStatus()
          await navigate({ to: type === 'admin' ? '/admin/index' : '/user/index', replace: true })
        })
      })}
    >
      <Heading>
        <Trans>Log in</Trans>
      </Heading>
      {needsSetUp && (
        <Problem intent="info">
          <Trans>
            This site is not set up yet. Open the set-up link that the server printed when it
            started.
          </Trans>
        </Problem>
      )}
      <TextField
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        inputMode="email"
        {...form.field('email')}
      />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      {login.error && <Problem>{i18n._(explain(login.error, logInRefusals))}</Problem>}
      {asked === 'reset' && (
        <Problem intent="warning">
          {form.draft.email.trim() === '' ? (
            <Trans>Enter your e-mail address, then press “Find password”.</Trans>
          ) : (
            <Trans>Finding a password by mail comes with a later release. Ask the operator.</Trans>
          )}
        </Problem>
      )}
      <Button type="submit" appearance="primary" size="large" disabledFocusable={login.pending}>
        {login.pending ? <Trans>Logging in…</Trans> : <Trans>Log in</Trans>}
      </Button>
      <Button appearance="transparent" className={styles.reset} onClick={() => setAsked('reset')}>
        <Trans>Find password</Trans>
      </Button>
    </form>
  )
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  reset: { alignSelf: 'center', minHeight: '44px' },
})
