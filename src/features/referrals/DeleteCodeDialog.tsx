import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteRefCodeRefusals } from './messages.ts'
import { deleteRefCode } from './operations.ts'

type Props = {
  code: string
  /** How many came by it. */
  count: number
  onClose: () => void
  onDeleted: () => void
}

/** Confirms before a code is deleted together with its referrals. */
export function DeleteCodeDialog({ code, count, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const deletion = useMutation(deleteRefCode)
  return (
    <ConfirmDialog
      title={t`Delete code ${code}?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={deletion.error && i18n._(explain(deletion.error, deleteRefCodeRefusals))}
      onConfirm={() => deletion.mutate(code, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <Trans>No one can sign up with it, and links that were shared stop working.</Trans>
      {count > 0 && (
        <span>
          {t`${plural(count, {
            one: '# person signed up with it. They keep their account, but their payments no longer earn the inviter anything.',
            other:
              '# people signed up with it. They keep their accounts, but their payments no longer earn the inviter anything.',
          })}`}
        </span>
      )}
    </ConfirmDialog>
  )
}
