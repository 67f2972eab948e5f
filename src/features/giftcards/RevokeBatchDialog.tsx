import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { revokeGiftcardBatchRefusals } from './messages.ts'
import { revokeGiftcardBatch } from './operations.ts'

type Props = { batch: Schema<'GiftcardBatch'>; onClose: () => void }

/** Confirms before the unused codes of a batch are revoked, with their number. Spec 4. */
export function RevokeBatchDialog({ batch, onClose }: Props) {
  const { t, i18n } = useLingui()
  const revocation = useMutation(revokeGiftcardBatch)
  const { batchNumber, availableCount } = batch
  return (
    <ConfirmDialog
      title={t`Revoke batch ${batchNumber}?`}
      action={t`${plural(availableCount, { one: 'Revoke # code', other: 'Revoke # codes' })}`}
      destroys
      pending={revocation.isPending}
      problem={revocation.error && i18n._(explain(revocation.error, revokeGiftcardBatchRefusals))}
      onConfirm={() => revocation.mutate(batchNumber, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {t`${plural(availableCount, {
          one: '# unused code can never be redeemed again, even if it was sold already.',
          other: '# unused codes can never be redeemed again, even those that were sold already.',
        })}`}{' '}
        <Trans>What was bought with redeemed codes stays. This cannot be undone.</Trans>
      </p>
    </ConfirmDialog>
  )
}
