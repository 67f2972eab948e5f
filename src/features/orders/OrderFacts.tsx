import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { lengthText } from '#rules/formats.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { orderKindName } from './names.ts'
import { OrderState } from './OrderState.tsx'
import { currencyOf, priceText } from './orderStatus.ts'

/** The facts of an order: buyer, plan, amount, times. */
export function OrderFacts({ order }: { order: Schema<'PlacedOrderDetail'> }) {
  // Drawn once for each order: memoising it is more code than it saves work.
  'use no memo'
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { kind, orderId, userId, username, accountId, port, amount, refTime, refunded } = order
  const price = (text: string) => priceText(text, currencyOf(kind), i18n.locale)
  // Times shown in the history below are not repeated; older orders have no history.
  const unless = (event: string, time: number | null) =>
    order.events.some((one) => one.event === event) ? null : time
  const moments = [
    [kind === 'giftcard' ? t`Redeemed at` : t`Placed`, unless('placed', order.createTime)],
    [t`Paid`, unless('paid', order.paidTime)],
    [t`Delivered`, unless('delivered', order.deliveredTime)],
    [t`Next retry`, order.nextTry],
  ] as const
  return (
    <Facts>
      <Fact name={t`State`}>
        <OrderState order={order} />
      </Fact>
      {amount !== null && (
        <Fact name={t`Amount`}>
          <strong>{price(amount)}</strong>
        </Fact>
      )}
      {refunded !== undefined && <Fact name={t`Refunded`}>{price(refunded)}</Fact>}
      {refTime !== null && <Fact name={t`Reward`}>+{lengthText(refTime, i18n.locale)}</Fact>}
      <Fact name={t`Payment method`}>{i18n._(orderKindName(kind))}</Fact>
      <Fact name={kind === 'giftcard' ? t`Recharge code` : t`Number`}>
        <Copyable text={orderId} label={t`order number`} />
      </Fact>
      {kind !== 'refOrder' && (
        <Fact name={t`Plan`}>
          {order.orderName ?? order.sold?.name ?? <Trans>The plan was deleted</Trans>}
        </Fact>
      )}
      <Fact name={t`User`}>
        {username === null ? (
          <Trans>Deleted user</Trans>
        ) : (
          <Link
            to="/admin/user/$userId"
            params={{ userId: String(userId) }}
            className={styles.link}
          >
            {username}
          </Link>
        )}
      </Fact>
      <Fact name={t`Account`}>
        {accountId === null ? (
          <Trans>A new one</Trans>
        ) : port === null ? (
          <Trans>The account was deleted</Trans>
        ) : (
          <Link to="/admin/account/$accountId" params={{ accountId }} className={styles.link}>
            {port}
          </Link>
        )}
      </Fact>
      {moments.map(
        ([name, time]) =>
          time !== null && (
            <Fact key={name} name={name}>
              <Moment time={time} />
            </Fact>
          ),
      )}
      {order.providerId !== null && (
        <Fact name={t`At the payment service`}>
          <Copyable text={order.providerId} label={t`number at the payment service`} />
        </Fact>
      )}
      {order.paymentId !== null && (
        <Fact name={t`Payment`}>
          <Copyable text={order.paymentId} label={t`number of the payment`} />
        </Fact>
      )}
    </Facts>
  )
}

const useStyles = makeStyles({
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '32px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
})
