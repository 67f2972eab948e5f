import { Button } from '@fluentui/react-components'
import { Open20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useStatus } from '#device/status.ts'
import { Problem } from '#ui/Problem.tsx'
import { executePaypalOrderRefusals } from '../messages.ts'
import { getPaypalOrderStatus } from '../provider/operations.ts'
import { stateOf } from '../orderState.ts'
import { approvalPage } from './approvalPage.ts'
import { ReturnedStep } from './ReturnedStep.tsx'
import { StepBody } from '../StepBody.tsx'

type Props = ComponentProps<typeof ReturnedStep>

/** PayPal turned the card down: the way back there, to choose another for the same order. */
export function DeclinedStep(props: Props) {
  const { paymentID, onAgain, onClose } = props
  const { i18n } = useLingui()
  const status = useStatus()
  const { data, isPending } = useQuery(getPaypalOrderStatus(paymentID))
  // Another card may have been chosen in another tab.
  if (data && !['waiting', 'closed'].includes(stateOf(data))) return <ReturnedStep {...props} />
  // Without a link from the server, PayPal's own page for the order number is used.
  const isOver = data !== undefined && data.approvalUrl === undefined
  const page = approvalPage({ paymentID, approvalUrl: data?.approvalUrl }, status?.paypalMode)
  return (
    <StepBody
      onClose={onClose}
      actions={
        <>
          {isOver ? (
            <Button appearance="primary" size="large" onClick={onAgain}>
              <Trans>Choose again</Trans>
            </Button>
          ) : (
            !isPending && (
              <Button
                as="a"
                href={page}
                appearance="primary"
                size="large"
                icon={<Open20Regular />}
                iconPosition="after"
              >
                <Trans>Choose another card at PayPal</Trans>
              </Button>
            )
          )}
        </>
      }
    >
      <Problem>{i18n._(executePaypalOrderRefusals['card declined'])}</Problem>
    </StepBody>
  )
}
