import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useStatus } from '#device/status.ts'
import { listMyAccounts } from '#features/myAccounts/operations.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { CodeStep } from './CodeStep.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import { CommentStep } from './CommentStep.tsx'
import { GiftcardStep } from './GiftcardStep.tsx'
import { PageStep } from './PageStep.tsx'
import type { Step } from './step.ts'
import { StepBody } from './StepBody.tsx'
import { SuccessStep } from './SuccessStep.tsx'
import { TypeStep } from './TypeStep.tsx'
import { type Back, usePayment } from './usePayment.ts'
import { useTarget } from './useTarget.ts'
import { useTitle } from './useTitle.ts'
import { Waiting } from './Waiting.tsx'
import { payWordsOf, returningOf } from './ways.ts'
import { paymentMethodsOf } from './paymentMethods.ts'

type Props = {
  /** The account to pay for, null for a new one; the first that can be paid for if left out. */
  accountId?: number | null
  /** The plan to start with: the account's own, of an order that was not paid, or a flow pack. */
  planId?: number
  /** A recharge code to start with; empty to type one in. */
  code?: string
  back?: Back
  /** Suggested after a payment. */
  next?: ReactNode
  onConnect: (accountId: number) => void
  onClose: () => void
}

/** Pays for an account, new or present, by a provider or a recharge code. Spec 2, 4. */
export default function PaymentDialog(props: Props) {
  const { accountId, planId, code, back, next, onConnect, onClose } = props
  const { i18n } = useLingui()
  const status = useStatus()
  const { data: accounts } = useSuspenseQuery(listMyAccounts())
  const target = useTarget(accounts, accountId, status?.multiAccount === 1)
  const ways = paymentMethodsOf(status)
  const first = firstStep(props, ways.length > 0, status?.giftcard === true)
  const { step, go, before, look, place, succeed } = usePayment({ accounts, status, first, back })
  const title = useTitle(step, target.account)
  const choose = () => go({ at: 'choose' })
  // Also where the dialog began behind that choice, with a plan; a code's link is for the code.
  const chooses = ways.length > 0 && status?.giftcard === true && code === undefined
  const onBack = chooses ? () => go({ at: 'type' }) : undefined

  const content = () => {
    switch (step.at) {
      case 'type':
        return <TypeStep ways={ways} onMoney={choose} onGiftcard={() => go({ at: 'giftcard' })} />
      case 'choose':
        return (
          <ChooseStep
            target={target}
            ways={ways}
            planId={planId}
            onBack={onBack}
            onPay={(purchase) => {
              if (purchase.plan.comment.trim() === '') place(purchase, target.accountId)
              else go({ at: 'comment', purchase })
            }}
          />
        )
      case 'comment': {
        const { purchase } = step
        const accept = () => place(purchase, target.accountId)
        return <CommentStep purchase={purchase} onBack={choose} onAccept={accept} />
      }
      case 'loading':
        return <Waiting>{i18n._(payWordsOf(step.purchase.way)!.placing)}</Waiting>
      case 'pay': {
        const { purchase, placed } = step
        const words = payWordsOf(placed.way)!
        if (words.by === 'page')
          return <PageStep {...{ purchase, placed, words }} onBack={choose} />
        return (
          <CodeStep
            {...{ purchase, placed, words }}
            onPaid={succeed}
            onAgain={choose}
            onClose={onClose}
          />
        )
      }
      case 'collect': {
        const { Collect } = returningOf(step.way)!
        return (
          <Collect approval={step.approval} onPaid={succeed} onAgain={choose} onClose={onClose} />
        )
      }
      case 'returned': {
        const { Returned } = returningOf(step.way)!
        return (
          <Returned
            paymentID={step.paymentID}
            onPaid={succeed}
            onAgain={choose}
            onClose={onClose}
          />
        )
      }
      case 'giftcard':
        return (
          <GiftcardStep
            target={target}
            code={code ?? ''}
            onSend={look}
            onUsed={succeed}
            onBack={onBack}
          />
        )
      case 'success':
        return (
          <SuccessStep
            bought={step.bought}
            before={before}
            next={next}
            onConnect={onConnect}
            onClose={onClose}
          />
        )
      case 'error':
        return (
          <StepBody
            onClose={onClose}
            actions={
              <>
                <Button appearance="primary" size="large" onClick={choose}>
                  <Trans>Choose again</Trans>
                </Button>
              </>
            }
          >
            <Problem>{step.problem}</Problem>
          </StepBody>
        )
    }
  }

  const needsAccount = !['collect', 'returned', 'success'].includes(step.at)
  return (
    <Sheet title={title} stays onClose={onClose}>
      {target.account === undefined && needsAccount ? (
        <p>
          <Trans>Your account has no expiry. There is nothing to pay for.</Trans>
        </p>
      ) : (
        content()
      )}
    </Sheet>
  )
}

/** Where to start: with a code at its field, with a plan at paying for it, else with the choice of the two. */
function firstStep({ code, planId }: Props, money: boolean, giftcard: boolean): Step {
  if (code !== undefined || !money) return { at: 'giftcard' }
  return giftcard && planId === undefined ? { at: 'type' } : { at: 'choose' }
}
