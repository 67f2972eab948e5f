import { Button } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { isLongEnough, randomPassword } from '#rules/password.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { useDraft, withRefusal } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { setUserPasswordRefusals, TOO_COMMON } from './messages.ts'
import { setUserPassword } from './operations.ts'

type Props = { user: Pick<Schema<'User'>, 'id' | 'username'>; onClose: () => void }

/** Gives a user another password, which is shown this once. */
export default function SetPasswordSheet({ user, onClose }: Props) {
  const { t, i18n } = useLingui()
  const change = useMutation(setUserPassword)
  const { username } = user
  const [initial] = useState(() => ({ password: randomPassword() }))
  const form = useDraft(initial, check)
  const isCommon = change.error?.reason === 'password too common'
  return (
    <Sheet
      alert
      title={t`Password of ${username}`}
      onClose={onClose}
      onSubmit={form.submit(({ password }) => {
        if (!change.isPending && !change.isSuccess) change.mutate({ userId: user.id, password })
      })}
      actions={
        change.isSuccess ? (
          <Button appearance="primary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" appearance="primary" disabledFocusable={change.isPending}>
              {change.isPending ? <Trans>Saving…</Trans> : <Trans>Set password</Trans>}
            </Button>
          </>
        )
      }
    >
      {change.isSuccess ? (
        <>
          <Problem intent="success">
            <Trans>The password was changed. It is not shown again.</Trans>
          </Problem>
          <Copyable text={change.variables.password} label={t`Password`} />
        </>
      ) : (
        <TextField
          label={t`New password`}
          hint={t`The user is logged out everywhere.`}
          autoComplete="off"
          maxLength={200}
          {...withRefusal(form.field('password'), isCommon && TOO_COMMON, change.reset)}
        />
      )}
      {change.error && !isCommon && (
        <Problem>{i18n._(explain(change.error, setUserPasswordRefusals))}</Problem>
      )}
    </Sheet>
  )
}

const check = ({ password }: { password: string }) =>
  isLongEnough(password) ? {} : { password: msg`Use at least 8 characters.` }
