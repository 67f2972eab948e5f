import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import type { useDraft } from '#ui/draft.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { ProofDraft } from './draft.ts'

type Props<Draft extends ProofDraft> = {
  form: ReturnType<typeof useDraft<Draft>>
  /** The factors that are on: with a second step that is required, without one the password. */
  factors: Schema<'Factors'>
}

/** Re-authenticates, so that nobody else changes the login on an unlocked console. */
export function ProofFields<Draft extends ProofDraft>({ form, factors }: Props<Draft>) {
  const { t } = useLingui()
  const { by, password, code } = form.draft
  const problems = { password: form.field('password'), code: form.field('code') }
  const change = (fields: Partial<ProofDraft>) => form.change(fields as Partial<Draft>)
  return (
    <>
      {by === 'password' && (
        <PasswordField
          label={t`Your password`}
          autoComplete="current-password"
          maxLength={200}
          value={password}
          problem={problems.password.problem}
          onChange={(typed) => change({ password: typed })}
        />
      )}
      {by === 'code' && (
        <TextField
          label={t`Code from the app, or a recovery code`}
          autoComplete="one-time-code"
          maxLength={40}
          value={code}
          problem={problems.code.problem}
          onChange={(typed) => change({ code: typed })}
        />
      )}
      {by === 'passkey' && (
        <p role="status">
          <Trans>Your browser asks for the passkey when you go on.</Trans>
        </p>
      )}
      {factors.passkeys > 0 && canUsePasskeys() && (
        <Button
          appearance="transparent"
          size="large"
          onClick={() => change({ by: by === 'code' ? 'passkey' : 'code' })}
        >
          {by === 'code' ? <Trans>Use a passkey</Trans> : <Trans>Use a code</Trans>}
        </Button>
      )}
    </>
  )
}

const canUsePasskeys = () => isSecureContext && 'PublicKeyCredential' in window
