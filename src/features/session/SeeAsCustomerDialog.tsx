import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { explain, type Refusals } from '#api/refusals.ts'
import { useSubmit } from '#api/submit.ts'
import type { Schema } from '#contract'
import { useWaiting } from '#device/unsentMessages.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { beginSeeing } from './seeing.ts'

/** Why an admin does not see what a customer sees. */
const REFUSALS: Refusals<'seeAsCustomer'> = {
  otherwise: msg`The user may have been deleted or moved to another group.`,
}

type Props = { user: Pick<Schema<'User'>, 'id' | 'email'>; onClose: () => void }

/** Says what it means to see what a customer sees, and what would be lost. */
export default function SeeAsCustomerDialog({ user, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { pending, error, run } = useSubmit(beginSeeing)
  const { length } = useWaiting()
  const { email } = user
  return (
    <ConfirmDialog
      title={t`View as this customer?`}
      action={t`View as this customer`}
      pending={pending}
      problem={error && i18n._(explain(error, REFUSALS))}
      onConfirm={() => void run(user.id, () => undefined)}
      onClose={onClose}
    >
      <p>
        <Trans>
          For up to 15 minutes you see what {email} sees. Nothing can be changed and nothing is
          marked as read. The audit log records it.
        </Trans>
      </p>
      {length > 0 && (
        <p>
          <Trans>Your unsent messages are lost: {length}.</Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}
