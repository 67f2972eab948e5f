import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { explain } from '#api/refusals.ts'
import { paypal as facts } from '#rules/providers/paypal.ts'
import { Problem } from '#ui/Problem.tsx'
import { DeclinedStep } from './DeclinedStep.tsx'
import { HeldPayment } from '../HeldPayment.tsx'
import { executePaypalOrderRefusals } from '../messages.ts'
import { executePaypalOrder } from '../provider/operations.ts'
import type { Bought } from '../step.ts'
import { StepBody } from '../StepBody.tsx'
import { Waiting } from '../Waiting.tsx'

type Props = {
  approval: { paymentID: string; payerID: string }
  onPaid: (bought: Bought) => void
  onAgain: () => void
  onClose: () => void
}

/** Back from PayPal: collects what the payer agreed to there. */
export function CollectStep({ approval, onPaid, onAgain, onClose }: Props) {
  const { i18n } = useLingui()
  const { paymentID } = approval
  const { data, error, isFetching, refetch } = useQuery(executePaypalOrder(approval))
  useEffect(() => {
    if (data) onPaid({ way: facts.kind, id: paymentID })
  }, [data, onPaid, paymentID])
  if (!error || isFetching)
    return (
      <Waiting>
        <Trans>PayPal confirms the payment. This takes a few seconds.</Trans>
      </Waiting>
    )
  if (error.reason === 'card declined')
    return <DeclinedStep {...{ paymentID, onPaid, onAgain, onClose }} />
  const held = { 'under review': 'checking', 'wrong amount': 'wrongAmount' } as const
  const state = Object.hasOwn(held, error.reason) ? held[error.reason as keyof typeof held] : null
  return (
    <StepBody
      onClose={onClose}
      actions={
        <>
          {!state && (
            <Button appearance="primary" size="large" onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </>
      }
    >
      {state ? (
        <HeldPayment state={state} />
      ) : (
        <Problem>{i18n._(explain(error, executePaypalOrderRefusals))}</Problem>
      )}
    </StepBody>
  )
}
