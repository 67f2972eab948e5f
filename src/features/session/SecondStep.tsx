import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useSubmit } from '#api/submit.ts'
import { explain } from '#api/refusals.ts'
import type { Answer } from '#contract'
import { useStatus } from '#device/status.ts'
import { useDraft } from '#ui/draft.ts'
import { Heading } from '#ui/Heading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkCodeOnly, type LoginDraft } from './loginDraft.ts'
import { useFormStyles } from './formStyles.ts'
import { logInRefusals } from './loginMessages.ts'
import { logIn } from './operations.ts'
import PasskeyButton from './PasskeyButton.tsx'
import { hasPasskeys } from './passkeys.ts'

type Props = {
  /** The valid credentials of the first step. */
  login: LoginDraft
  onEntered: (person: Answer<'logIn'>) => unknown
  onBack: () => void
}

/** The second step of an admin's login: a code of the app, a recovery code, or a passkey. */
export default function SecondStep({ login, onEntered, onBack }: Props) {
  const styles = useFormStyles()
  const { t, i18n } = useLingui()
  const [way, setWay] = useState<'app' | 'recovery'>('app')
  const entering = useSubmit(logIn)
  const form = useDraft({ code: '' }, checkCodeOnly)
  const site = useStatus()
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [way])
  const change = () => {
    entering.forget()
    form.change({ code: '' })
    setWay(way === 'app' ? 'recovery' : 'app')
  }
  return (
    <form
      ref={box}
      noValidate
      className={styles.form}
      onSubmit={form.submit(
        ({ code }) => void entering.run({ ...login, code: code.trim() }, onEntered),
      )}
    >
      <Heading>
        <Trans>Two-step login</Trans>
      </Heading>
      <TextField
        key={way}
        maxLength={40}
        label={way === 'app' ? t`Code from your authenticator app` : t`Recovery code`}
        hint={way === 'app' ? t`Six digits` : t`One of the ten you saved; each works once`}
        inputMode={way === 'app' ? 'numeric' : 'text'}
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        {...form.field('code')}
      />
      {entering.error && <Problem>{i18n._(explain(entering.error, logInRefusals))}</Problem>}
      <Button type="submit" appearance="primary" size="large" disabledFocusable={entering.pending}>
        {entering.pending ? <Trans>Logging in…</Trans> : <Trans>Log in</Trans>}
      </Button>
      {hasPasskeys(site) && <PasskeyButton onEntered={onEntered} />}
      <Button size="large" appearance="transparent" onClick={change}>
        {way === 'app' ? <Trans>Use a recovery code</Trans> : <Trans>Use the app instead</Trans>}
      </Button>
      <Button size="large" appearance="transparent" onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
    </form>
  )
}
