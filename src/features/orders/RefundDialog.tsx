import { Checkbox } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { toDecimal, typedCents } from '#rules/price.ts'
import { newUuid } from '#rules/uuid.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { momentText } from '#ui/moments.ts'
import { TextField } from '#ui/TextField.tsx'
import { refundRefusals } from './messages.ts'
import { NOT_SET_UP, ProviderLink } from './ProviderLink.tsx'
import { type refundAlipayOrder, refundOf } from './provider/operations.ts'
import { currencyOf, priceText, refundableCents } from './orderStatus.ts'

type Props = { order: Schema<'PlacedOrderDetail'>; onClose: () => void }

/** Takes the amount of a refund, and confirms it before it is sent. */
export function RefundDialog({ order, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { orderId, kind, username, shortening } = order
  const left = refundableCents(order)
  const [amount, setAmount] = useState(toDecimal(left))
  const [sure, setSure] = useState(false)
  const [shorten, setShorten] = useState(false)
  const [tried, setTried] = useState(false)
  // Pressed twice it pays back once; other terms, or one more try after a refusal, are another one.
  const [requestId, setRequestId] = useState(newUuid)
  const renew = () => setRequestId(newUuid())
  const refund = useMutation(refundOf(kind) as typeof refundAlipayOrder)
  const cents = typedCents(amount)
  const fits = cents > 0 && cents <= left
  const currency = currencyOf(kind)
  const most = priceText(toDecimal(left), currency, i18n.locale)
  const chosen = fits ? priceText(toDecimal(cents), currency, i18n.locale) : most
  const [from, to] = [shortening?.from, shortening?.to].map(
    (time) => time != null && momentText(time, i18n.locale),
  )
  const payer = username ?? t`the payer`

  return (
    <ConfirmDialog
      title={t`Refund ${chosen}?`}
      action={t`Refund`}
      destroys
      pending={refund.isPending}
      problem={
        refund.error
          ? i18n._(explain(refund.error, refundRefusals))
          : tried && fits && !sure && t`Check the box to confirm the amount.`
      }
      onConfirm={() => {
        setTried(true)
        if (fits && sure)
          refund.mutate(
            { orderId, amount: toDecimal(cents), requestId, ...(shorten && { shorten }) },
            {
              onSuccess: onClose,
              onError: ({ reason }) => reason === 'provider refused' && renew(),
            },
          )
      }}
      onClose={onClose}
    >
      <p>
        <Trans>The money goes back to {payer}.</Trans>{' '}
        {shortening ? null : (
          <Trans>
            The account keeps what was delivered: shorten or delete it yourself if it should not.
          </Trans>
        )}
      </p>
      <TextField
        label={t`Amount`}
        inputMode="decimal"
        value={amount}
        after={currency}
        hint={t`At most ${most}.`}
        problem={fits ? undefined : msg`Enter an amount up to what is left to refund.`}
        onChange={(typed) => {
          setAmount(typed)
          setSure(false)
          renew()
        }}
      />
      {shortening && (
        <div>
          <Checkbox
            label={t`Also shorten the account by the time that was bought`}
            checked={shorten}
            onChange={(_event, { checked }) => {
              setShorten(checked === true)
              renew()
            }}
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
      )}
      <Checkbox
        label={t`Yes, refund ${chosen}`}
        checked={sure}
        disabled={!fits}
        onChange={(_event, { checked }) => setSure(checked === true)}
      />
      {refund.error?.reason === NOT_SET_UP && <ProviderLink kind={kind} />}
    </ConfirmDialog>
  )
}
