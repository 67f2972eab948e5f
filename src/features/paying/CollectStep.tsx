import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { explain } from '#api/refusals.ts'
import { Problem } from '#ui/Problem.tsx'
import { executePaypalOrderRefusals } from './messages.ts'
import { executePaypalOrder } from './operations.ts'
import { StepBody } from './StepBody.tsx'
import { Waiting } from './Waiting.tsx'

type Props = {
  approval: { paymentID: string; payerID: string }
  onPaid: () => void
  onClose: () => void
}

/** Back from PayPal: collects what the payer agreed to there. */
export function CollectStep({ approval, onPaid, onClose }: Props) {
  const { i18n } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(executePaypalOrder(approval))
  useEffect(() => {
    if (data) onPaid()
  }, [data, onPaid])
  if (error && !isFetching)
    return (
      <StepBody
        actions={
          <>
            <Button size="large" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button appearance="primary" size="large" onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </>
        }
      >
        <Problem>{i18n._(explain(error, executePaypalOrderRefusals))}</Problem>
      </StepBody>
    )
  return (
    <Waiting>
      <Trans>PayPal confirms the payment. This takes a few seconds.</Trans>
    </Waiting>
  )
}
