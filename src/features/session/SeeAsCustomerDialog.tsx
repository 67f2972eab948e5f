import { Trans, useLingui } from '@lingui/react/macro'
import { explain } from '#api/refusals.ts'
import { useSubmit } from '#api/submit.ts'
import type { Schema } from '#contract'
import { useWaiting } from '#device/unsentMessages.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { beginSeeing, seeAsCustomerRefusals } from './seeing.ts'

type Props = { user: Pick<Schema<'User'>, 'id' | 'email'>; onClose: () => void }

/** Says what it means to see what a customer sees, and what would be lost. */
export default function SeeAsCustomerDialog({ user, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { pending, error, run } = useSubmit(beginSeeing)
  const { length } = useWaiting()
  const { email } = user
  return (
    <ConfirmDialog
      title={t`See as this customer?`}
      action={t`See as this customer`}
      pending={pending}
      problem={error && i18n._(explain(error, seeAsCustomerRefusals))}
      onConfirm={() => void run(user.id, () => undefined)}
      onClose={onClose}
    >
      <p>
        <Trans>
          For 15 minutes at most this browser shows what {email} sees. Nothing can be changed, and
          nothing is marked as read. The audit log notes when it began and ended.
        </Trans>
      </p>
      {length > 0 && (
        <p>
          <Trans>Messages you wrote that have not been sent yet would be lost: {length}.</Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}
