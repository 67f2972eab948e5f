import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paypal as facts } from '#rules/providers/paypal.ts'
import { Problem } from '#ui/Problem.tsx'
import { HeldPayment, isHeld } from '../HeldPayment.tsx'
import { getPaypalOrderStatus } from '../provider/operations.ts'
import { stateOf } from '../orderState.ts'
import type { Bought } from '../step.ts'
import { StepBody } from '../StepBody.tsx'
import { Waiting } from '../Waiting.tsx'

type Props = {
  paymentID: string
  onPaid: (bought: Bought) => void
  onAgain: () => void
  onClose: () => void
}

/** Back from PayPal without an approval: the state of the order is checked first. */
export function ReturnedStep({ paymentID, onPaid, onAgain, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(getPaypalOrderStatus(paymentID))
  const state = data && stateOf(data)
  const hasPaid = state === 'paid' || state === 'delivered' || state === 'refunded'
  useEffect(() => {
    if (hasPaid) onPaid({ way: facts.kind, id: paymentID })
  }, [hasPaid, onPaid, paymentID])

  const again =
    state === undefined ? (
      <Button appearance="primary" size="large" onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    ) : (
      !isHeld(state) && (
        <Button appearance="primary" size="large" onClick={onAgain}>
          <Trans>Choose again</Trans>
        </Button>
      )
    )
  if ((!data && !error) || (error && isFetching) || hasPaid)
    return (
      <Waiting>
        <Trans>Checking the payment…</Trans>
      </Waiting>
    )
  return (
    <StepBody onClose={onClose} actions={<>{again}</>}>
      {state === undefined ? (
        <Problem>
          <Trans>
            You came back from PayPal, and we cannot tell yet whether you paid. Check Orders before
            paying again.
          </Trans>
        </Problem>
      ) : isHeld(state) ? (
        <HeldPayment state={state} />
      ) : (
        <Problem>
          <Trans>You came back from PayPal without agreeing. Nothing was charged.</Trans>
        </Problem>
      )}
    </StepBody>
  )
}
