import { Body1, Button } from '@fluentui/react-components'
import { ArrowSync20Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useStatus } from '#device/status.ts'
import { randomPassword } from '#rules/password.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkAccountPasswordDraft, MAX_PASSWORD_LETTERS } from './draft.ts'
import { changeMyAccountPasswordRefusals } from './messages.ts'
import { changeMyAccountPassword } from './operations.ts'

type Props = { account: Schema<'Account'>; onClose: () => void; onConnect: () => void }

/** Changes the proxy password of an account, with a warning about connected devices. */
export default function AccountPasswordDialog({ account, onClose, onConnect }: Props) {
  const { t, i18n } = useLingui()
  const change = useMutation(changeMyAccountPassword)
  const hours = useStatus()?.graceHours ?? 0
  const form = useDraft({ password: '', endsFormer: false }, checkAccountPasswordDraft)
  const { endsFormer } = form.draft
  const { id: accountId, port } = account
  const title = t`Change the password of account ${port}`

  if (change.isSuccess)
    return (
      <Sheet
        title={title}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button appearance="primary" onClick={onConnect}>
              <Trans>Show the new code</Trans>
            </Button>
          </>
        }
      >
        <Problem intent="success">
          <Trans>Password changed. Scan the new code, or enter the password, on each device.</Trans>
        </Problem>
      </Sheet>
    )
  return (
    <Sheet
      title={title}
      onClose={onClose}
      onSubmit={form.submit(({ password, endsFormer }) =>
        change.mutate({ accountId, password, ...(endsFormer && { endsFormer }) }),
      )}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={change.isPending}>
            {change.isPending ? <Trans>Changing…</Trans> : <Trans>Change password</Trans>}
          </Button>
        </>
      }
    >
      <Body1>
        {hours > 0 && !endsFormer ? (
          t`${plural(hours, {
            one: 'Most servers take the old password for # more hour. Subscriptions bring the new one with their next update.',
            other:
              'Most servers take the old password for # more hours. Subscriptions bring the new one with their next update.',
          })}`
        ) : (
          <Trans>
            Every device that uses this account is disconnected until it has the new password.
            Subscriptions bring it with their next update.
          </Trans>
        )}
      </Body1>
      <TextField
        label={t`New proxy password`}
        autoComplete="off"
        maxLength={MAX_PASSWORD_LETTERS}
        hint={t`At most ${MAX_PASSWORD_LETTERS} English letters, digits and symbols.`}
        after={
          <Button
            appearance="transparent"
            icon={<ArrowSync20Regular />}
            aria-label={t`Generate a password`}
            onClick={() => form.change({ password: randomPassword(12) })}
          />
        }
        {...form.field('password')}
      />
      {hours > 0 && (
        <SwitchField
          label={t`End the old password at once`}
          hint={t`If somebody else has it.`}
          {...form.field('endsFormer')}
        />
      )}
      {change.error && (
        <Problem>{i18n._(explain(change.error, changeMyAccountPasswordRefusals))}</Problem>
      )}
    </Sheet>
  )
}
