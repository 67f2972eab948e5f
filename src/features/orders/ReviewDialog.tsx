import { Checkbox } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { momentText } from '#ui/moments.ts'
import { reviewRefusals } from './messages.ts'
import { reviewPlacedOrder } from './operations.ts'

type Props = { order: Schema<'PlacedOrderDetail'>; onClose: () => void }

/** Decides what becomes of an account whose money went back at the provider, or is disputed. */
export function ReviewDialog({ order, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { orderId, shortening } = order
  const [shorten, setShorten] = useState(false)
  const review = useMutation(reviewPlacedOrder)
  const [from, to] = [shortening?.from, shortening?.to].map(
    (time) => time != null && momentText(time, i18n.locale),
  )
  return (
    <ConfirmDialog
      title={t`Settle this order?`}
      action={t`Settle`}
      destroys={shorten}
      pending={review.isPending}
      problem={review.error && i18n._(explain(review.error, reviewRefusals))}
      onConfirm={() => review.mutate({ orderId, shorten }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>No money is moved. The order no longer needs review.</Trans>
      </p>
      {shortening ? (
        <div>
          <Checkbox
            label={t`Shorten the account by the time that was bought`}
            checked={shorten}
            onChange={(_event, { checked }) => setShorten(checked === true)}
          />
          <p>
            {!shorten ? (
              <Trans>The account keeps its end: {from}.</Trans>
            ) : shortening.to === null ? (
              <Trans>The account ends at once. Until now its end was {from}.</Trans>
            ) : (
              <Trans>
                New end of the account: {to}. Until now it was {from}.
              </Trans>
            )}
          </p>
        </div>
      ) : (
        <p>
          <Trans>
            The account keeps what was delivered: shorten or delete it yourself if it should not.
          </Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}
