import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkCircle20Filled, Circle20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { isPaidKind } from '#rules/providers/registry.ts'
import { useNow } from '#ui/now.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { HeldPayment, isHeld } from './HeldPayment.tsx'
import { payableBy, stateOf } from './orderState.ts'
import { useOrderWords } from './useOrderWords.ts'

type Props = { order: Schema<'UserOrder'>; onPay: () => void; onClose: () => void }

/** One order in full: its state, its number, what it was for. */
export function MyOrderSheet({ order, onPay, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const now = useNow()
  const { name, kind, figure, refunded } = useOrderWords()(order)
  const state = stateOf(order)
  const isBought = isPaidKind(order.kind ?? '')
  const wasDelivered = stateOf({ status: order.status }) === 'delivered'
  const steps =
    state !== 'refunded'
      ? [t`Ordered`, t`Paid`, t`Delivered`]
      : [t`Ordered`, t`Paid`, ...(wasDelivered ? [t`Delivered`] : []), t`Refunded`]
  const done = {
    waiting: 1,
    checking: 1,
    wrongAmount: 1,
    paid: 2,
    delivered: 3,
    closed: 1,
    refunded: 4,
  }[state]
  const { orderId, port, createTime, expireTime = 0 } = order
  return (
    <Sheet
      title={name}
      onClose={onClose}
      actions={
        payableBy(order, now) && (
          <Button appearance="primary" onClick={onPay}>
            <Trans>Pay</Trans>
          </Button>
        )
      }
    >
      {isBought && state !== 'closed' && (
        <ol className={styles.steps}>
          {steps.map((word, at) => (
            <li key={word} className={mergeClasses(styles.step, at < done && styles.done)}>
              {at < done ? (
                <CheckmarkCircle20Filled className={styles.tick} aria-label={t`done`} />
              ) : (
                <Circle20Regular aria-label={t`Not yet`} />
              )}
              {word}
            </li>
          ))}
        </ol>
      )}
      {state === 'paid' && (
        <Problem intent="info">
          <Trans>
            Your payment arrived. Delivery takes up to two minutes and retries automatically; if it
            takes longer, send support the number below.
          </Trans>
        </Problem>
      )}
      {isHeld(state) && <HeldPayment state={state} />}
      {state === 'refunded' && (
        <Problem intent="info">
          <Trans>
            This order was refunded. When the money is with you depends on how you paid and on your
            bank.
          </Trans>
        </Problem>
      )}
      {state === 'closed' && (
        <Problem intent="info">
          <Trans>This order ended without a payment. Nothing was charged.</Trans>
        </Problem>
      )}
      <Facts>
        <Fact name={t`Payment method`}>{kind}</Fact>
        {figure && <Fact name={t`Amount`}>{figure}</Fact>}
        {refunded && <Fact name={t`Refunded`}>{refunded}</Fact>}
        {port ? <Fact name={t`Account`}>{port}</Fact> : null}
        <Fact name={t`Placed at`}>
          <Moment time={createTime} />
        </Fact>
        {payableBy(order, now) && (
          <Fact name={t`Pay by`}>
            <Moment time={expireTime} />
          </Fact>
        )}
        <Fact name={t`Number`}>
          <Copyable text={orderId} label={t`number`} />
        </Fact>
      </Facts>
    </Sheet>
  )
}

const useStyles = makeStyles({
  steps: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px 20px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  step: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.colorNeutralForeground3,
  },
  done: { color: tokens.colorNeutralForeground1 },
  tick: { color: tokens.colorStatusSuccessForeground1 },
})
