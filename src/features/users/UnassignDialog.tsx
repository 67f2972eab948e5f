import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { unassignAccountRefusals } from './messages.ts'
import { unassignAccount } from './operations.ts'

type Props = {
  user: Pick<Schema<'User'>, 'id' | 'username'>
  account: Pick<Schema<'AccountRow'>, 'id' | 'port'>
  onClose: () => void
}

/** Confirms before an account is unassigned from its owner. */
export function UnassignDialog({ user, account, onClose }: Props) {
  const { t, i18n } = useLingui()
  const removal = useMutation(unassignAccount)
  const { username } = user
  const { port } = account
  return (
    <ConfirmDialog
      title={t`Remove account ${port} from this user?`}
      action={t`Remove`}
      pending={removal.isPending}
      problem={removal.error && i18n._(explain(removal.error, unassignAccountRefusals))}
      onConfirm={() =>
        removal.mutate({ userId: user.id, accountId: account.id }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        <Trans>
          {username} no longer sees the account. It stays open for anyone who knows its password
          until you change or delete it.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
