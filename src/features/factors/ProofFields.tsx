import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { useDraft } from '#ui/draft.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { ProofDraft } from './draft.ts'

type Props<Draft extends ProofDraft> = {
  form: ReturnType<typeof useDraft<Draft>>
  /** A code will do as well: there is a second step already. */
  withCode: boolean
}

/** Asks who is there, so that nobody else changes the login at an open console. */
export function ProofFields<Draft extends ProofDraft>({ form, withCode }: Props<Draft>) {
  const { t } = useLingui()
  const { by, password, code } = form.draft
  const problems = { password: form.field('password'), code: form.field('code') }
  const change = (fields: Partial<ProofDraft>) => form.change(fields as Partial<Draft>)
  return (
    <>
      {by === 'password' ? (
        <PasswordField
          label={t`Your password`}
          autoComplete="current-password"
          maxLength={200}
          value={password}
          problem={problems.password.problem}
          onChange={(typed) => change({ password: typed })}
        />
      ) : (
        <TextField
          label={t`Code of the app, or a recovery code`}
          autoComplete="one-time-code"
          maxLength={40}
          value={code}
          problem={problems.code.problem}
          onChange={(typed) => change({ code: typed })}
        />
      )}
      {withCode && (
        <Button
          appearance="transparent"
          size="large"
          onClick={() => change({ by: by === 'password' ? 'code' : 'password' })}
        >
          {by === 'password' ? <Trans>Use a code instead</Trans> : <Trans>Use the password</Trans>}
        </Button>
      )}
    </>
  )
}
