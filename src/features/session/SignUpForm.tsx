import { Button } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#api/client.ts'
import { useSubmit } from '#api/submit.ts'
import { explain } from '#api/refusals.ts'
import { mayBeDone } from '#api/unanswered.ts'
import type { Body } from '#contract'
import { useStatus } from '#device/status.ts'
import { typedEmail } from '#rules/pasted.ts'
import { useDraft, withRefusal } from '#ui/draft.ts'
import { OutcomePending } from '#ui/OutcomePending.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkCodeDraft, checkSignUpDraft, type SignUpDraft } from './draft.ts'
import { useFormStyles } from './formStyles.ts'
import { sendCodeRefusals, signUpRefusals, TOO_COMMON } from './messages.ts'
import { logIn, sendCode, signUp, visitReferral } from './operations.ts'
import {
  isSignUpLost,
  noteLostSignUp,
  readSentCode,
  storeSentCode,
  useResendWait,
} from './sentCode.ts'
import { SignUpClosed } from './SignUpClosed.tsx'
import { fetchOwnStatus } from './visit.ts'

/** Signs up by e-mail, with the code that is mailed there. Spec 4. */
export function SignUpForm({ refCode }: { refCode: string }) {
  const styles = useFormStyles()
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const registration = useStatus()?.signUp ?? 'open'
  const invited = registration === 'invited'
  const [sent, setSent] = useState(readSentCode)
  const [tried, setTried] = useState(false)
  const lastWait = useResendWait(sent)
  const coding = useSubmit(sendCode)
  const signing = useSubmit(signUpInvited)
  const form = useDraft<SignUpDraft>(
    { email: sent?.email ?? '', code: '', password: '', ref: refCode },
    (draft) => checkSignUpDraft(draft, invited),
  )
  const { draft, field } = form
  // Who corrects the address need not wait for the one before.
  const wait = typedEmail(draft.email) === sent?.email ? lastWait : 0
  const sentTo = sent?.email ?? ''
  // Asking for a code wants less than signing up does.
  const missing = tried ? checkCodeDraft(draft, invited) : {}

  const isCommon = signing.error?.reason === 'password too common'
  const isCodeWrong = signing.error?.reason === 'wrong code'

  const requestCode = () => {
    setTried(true)
    signing.forget()
    if (Object.keys(checkCodeDraft(draft, invited)).length > 0) return
    const email = typedEmail(draft.email)
    void coding.run({ email, refCode: draft.ref.trim() || null }, () => {
      const code = { email, at: Date.now() }
      storeSentCode(code)
      setSent(code)
    })
  }

  if (registration === 'closed') return <SignUpClosed />
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit(({ email, code, password, ref }) => {
        const withoutTrial = signing.error?.reason === 'no trial'
        const typed = {
          email: typedEmail(email),
          code: code.trim(),
          password,
          ref: ref.trim() || null,
        }
        const body = { ...typed, ...(withoutTrial && { withoutTrial }) }
        void signing.run({ body, checked: refCode }, async (type) => {
          await fetchOwnStatus()
          await navigate({ to: type === 'admin' ? '/admin/index' : '/user/index', replace: true })
        })
      })}
    >
      <Heading>
        <Trans>Sign up</Trans>
      </Heading>
      {invited && (
        <Problem intent="info">
          <Trans>Sign-up is by invitation only.</Trans>
        </Problem>
      )}
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        inputMode="email"
        maxLength={200}
        {...field('email')}
        problem={field('email').problem ?? missing.email}
      />
      <TextField
        label={t`Code from the email`}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        {...field('code')}
        problem={field('code').problem ?? (isCodeWrong ? signUpRefusals['wrong code'] : undefined)}
        onChange={(code) => {
          signing.forget()
          field('code').onChange(code)
        }}
      />
      <Button size="large" disabledFocusable={coding.pending || wait > 0} onClick={requestCode}>
        {coding.pending ? (
          <Trans>Sending…</Trans>
        ) : wait > 0 ? (
          <Trans>Send again in {wait} s</Trans>
        ) : (
          <Trans>Send code</Trans>
        )}
      </Button>
      {coding.error && <Problem>{i18n._(explain(coding.error, sendCodeRefusals))}</Problem>}
      {wait > 0 && !coding.error && !isCodeWrong && (
        <Problem intent="success">
          <Trans>
            We sent a code to {sentTo}. It works for ten minutes; check your spam folder too.
          </Trans>
        </Problem>
      )}
      <PasswordField
        label={t`Password`}
        hint={t`At least 8 characters.`}
        autoComplete="new-password"
        maxLength={200}
        {...withRefusal(field('password'), isCommon && TOO_COMMON, signing.forget)}
      />
      <TextField
        label={t`Invitation code`}
        autoComplete="off"
        maxLength={50}
        hint={invited ? undefined : t`Leave it empty if you have none.`}
        {...field('ref')}
        problem={field('ref').problem ?? missing.ref}
      />
      {signing.error && !isCodeWrong && !isCommon && (
        <Problem>{i18n._(explain(signing.error, refusals))}</Problem>
      )}
      <OutcomePending />
      <Button type="submit" appearance="primary" size="large" disabledFocusable={signing.pending}>
        {signing.pending ? <Trans>Signing up…</Trans> : <Trans>Sign up</Trans>}
      </Button>
      <Link to="/home/login" className={styles.link}>
        <Trans>Log in</Trans>
      </Link>
    </form>
  )
}

const INVALID = 'invalid ref code'
const LOST = 'sent before'
const refusals = {
  ...signUpRefusals,
  [INVALID]: sendCodeRefusals[INVALID],
  [LOST]: msg`You may be registered already: no answer came to what you sent before. Try to log in.`,
}

/** Servers ignore an unknown code at sign-up, so the person has to be warned before. */
async function signUpInvited({ body, checked }: { body: Body<'signUp'>; checked: string }) {
  const { ref } = body
  if (ref && ref !== checked && !(await visitReferral(ref)).valid) throw new ApiError(403, INVALID)
  try {
    return await signUp(body)
  } catch (problem) {
    const { email, password } = body
    if (!(problem instanceof ApiError)) throw problem
    if (mayBeDone(problem)) noteLostSignUp(email)
    // Without a network, or with a word on what was typed, there is nothing to find out.
    else if (!isSignUpLost(email) || !USED_UP.includes(problem.reason)) throw problem
    // They may be registered nevertheless: then they can log in.
    const { type } = await logIn({ email, password }).catch(() => {
      throw mayBeDone(problem) ? problem : new ApiError(403, LOST)
    })
    return type
  }
}

/** What a sign-up is refused with that was done before. */
const USED_UP = ['wrong code', 'user exists', '']
