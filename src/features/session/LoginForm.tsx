import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { explain } from '#api/refusals.ts'
import { useSubmit } from '#api/submit.ts'
import type { Answer } from '#contract'
import { readEnded, readWanted, storeEnded, storeWanted } from '#device/returnAddress.ts'
import { SHARE_PATH } from '#device/storageKeys.ts'
import { useStatus } from '#device/status.ts'
import { typedEmail } from '#rules/pasted.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Heading } from '#ui/Heading.tsx'
import { sendAhead } from './ahead.ts'
import { checkLoginDraft, type LoginDraft } from './loginDraft.ts'
import { logInRefusals, sendResetLinkRefusals } from './loginMessages.ts'
import { logIn, sendResetLink } from './operations.ts'
import { hasPasskeys } from './passkeys.ts'
import { fetchOwnStatus } from './visit.ts'

// Few people need them: they must not weigh on everybody's first load.
const SecondStep = lazy(() => import('./SecondStep.tsx'))
const SharedWaits = lazy(() => import('./SharedWaits.tsx'))
const PasskeyButton = lazy(() => import('./PasskeyButton.tsx'))

/** Logs in by e-mail and password, and leads to the area of the person. Spec 4. */
export function LoginForm() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const router = useRouter()
  const login = useSubmit(logIn)
  const form = useDraft({ email: '', password: '' }, checkLoginDraft)
  const finding = useSubmit(sendResetLink)
  const [found, setFound] = useState<'no address' | 'sent' | null>(null)
  const [ended] = useState(readEnded)
  const [wanted] = useState(readWanted)
  const site = useStatus()
  const [half, setHalf] = useState<LoginDraft | null>(null)

  const findPassword = () => {
    login.forget()
    finding.forget()
    const email = typedEmail(form.draft.email)
    setFound(email === '' ? 'no address' : null)
    if (email !== '') void finding.run(email, () => setFound('sent'))
  }

  const enter = async ({ type }: Answer<'logIn'>) => {
    const area = type === 'admin' ? '/admin/' : '/user/'
    // Back to where the session ended, or on to the requested screen, if this person may open it.
    const place = [ended, wanted].find((one) => one?.startsWith(area)) ?? `${area}index`
    const href = wanted === SHARE_PATH ? SHARE_PATH : place
    sendAhead(router, place.split('?')[0] ?? place)
    await fetchOwnStatus()
    storeEnded(null)
    storeWanted(null)
    await navigate({ href, replace: true })
  }

  if (half && login.error?.reason === 'second factor required')
    return (
      <Suspense>
        <SecondStep login={half} onEntered={enter} onBack={login.forget} />
      </Suspense>
    )
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit(({ email, password }) => {
        setFound(null)
        finding.forget()
        setHalf({ email: typedEmail(email), password })
        void login.run({ email: typedEmail(email), password }, enter)
      })}
    >
      <Heading>
        <Trans>Log in</Trans>
      </Heading>
      {site?.setup && (
        <Problem intent="info">
          <Trans>
            This site is not set up yet. Open the set-up link that the server printed when it
            started.
          </Trans>
        </Problem>
      )}
      {wanted === SHARE_PATH && (
        <Suspense>
          <SharedWaits />
        </Suspense>
      )}
      {ended && (
        <Problem intent="info">
          <Trans>You were logged out. Log in again to continue.</Trans>
        </Problem>
      )}
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        inputMode="email"
        {...form.field('email')}
      />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        {...form.field('password')}
      />
      {login.error && <Problem>{i18n._(explain(login.error, logInRefusals))}</Problem>}
      {finding.error && <Problem>{i18n._(explain(finding.error, sendResetLinkRefusals))}</Problem>}
      {found === 'no address' && (
        <Problem intent="warning">
          <Trans>Enter your email address, then press “Reset password”.</Trans>
        </Problem>
      )}
      {found === 'sent' && (
        <Problem intent="success">
          <Trans>We emailed you a link to set a new password.</Trans>
        </Problem>
      )}
      <Button type="submit" appearance="primary" size="large" disabledFocusable={login.pending}>
        {login.pending ? <Trans>Logging in…</Trans> : <Trans>Log in</Trans>}
      </Button>
      {hasPasskeys(site) && (
        <Suspense>
          <PasskeyButton onEntered={enter} />
        </Suspense>
      )}
      <Button
        appearance="transparent"
        className={styles.reset}
        disabledFocusable={finding.pending}
        onClick={findPassword}
      >
        {finding.pending ? <Trans>Sending…</Trans> : <Trans>Reset password</Trans>}
      </Button>
    </form>
  )
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  reset: { alignSelf: 'center', minHeight: '44px' },
})
