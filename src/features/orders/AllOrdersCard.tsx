import { Button, makeStyles, tokens } from '@fluentui/react-components'
import {
  GiftCard20Regular,
  Payment20Regular,
  PeopleAdd20Regular,
  Wallet20Regular,
} from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { methodNamed } from '#features/providers/registry.ts'
import { Card } from '#ui/Card.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { orderKindName } from './names.ts'
import { listUserOrders } from './operations.ts'
import { sumText } from './PaidSums.tsx'
import { UserOrderRow } from './UserOrderRow.tsx'

type Props = {
  userId: number
  /** Opens the details of one. */
  onOpen?: ((orderId: string) => void) | undefined
}

/** How many orders are shown before "show all". */
const FIRST_LIMIT = 10
const ICONS: Readonly<Record<string, typeof Wallet20Regular>> = {
  code: Wallet20Regular,
  page: Payment20Regular,
  giftcard: GiftCard20Regular,
  refOrder: PeopleAdd20Regular,
}
const iconOf = (kind: string) => ICONS[methodNamed(kind)?.by ?? kind] ?? Payment20Regular

/** Everything one user ordered, newest first, under what was paid in all. Spec 2. */
export default function AllOrdersCard({ userId, onOpen }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(listUserOrders(userId))
  const [all, setAll] = useState(false)
  if (!data)
    return (
      <Card title={t`Orders`}>
        {error ? (
          <Problem>{i18n._(explainLoad(error))}</Problem>
        ) : (
          <Loading shape="rows" count={3} />
        )}
      </Card>
    )
  const { paid, orders } = data
  const count = orders.length
  const shown = all ? orders : orders.slice(0, FIRST_LIMIT)
  return (
    <Card title={t`Orders`} flush>
      {paid.map((sum) => {
        const amount = sumText(sum, i18n.locale)
        const times = sum.orders
        return (
          <p key={sum.currency} className={styles.paid}>
            {t`${plural(times, {
              one: `Paid ${amount} in # order`,
              other: `Paid ${amount} in # orders`,
            })}`}
          </p>
        )
      })}
      {count === 0 && (
        <p className={styles.empty}>
          <Trans>No orders yet.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {shown.map(({ amount, refTime, ...order }) => {
          const Icon = iconOf(order.kind)
          const name = i18n._(orderKindName(order.kind))
          return (
            <li key={order.orderId} className={styles.item}>
              <Icon aria-label={name} title={name} className={styles.icon} />
              <UserOrderRow
                kind={order.kind}
                order={{
                  ...order,
                  ...(amount !== null && { amount }),
                  ...(refTime !== null && { refTime }),
                }}
                onOpen={onOpen && (() => onOpen(order.orderId))}
              />
            </li>
          )
        })}
      </ul>
      {count > shown.length && (
        <Button appearance="transparent" className={styles.more} onClick={() => setAll(true)}>
          <Trans>Show all {count}</Trans>
        </Button>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  paid: { margin: 0, padding: '0 16px 8px', fontVariantNumeric: 'tabular-nums' },
  empty: { margin: 0, padding: '4px 16px 20px', color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    paddingInlineStart: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    '& > :last-child': { flexGrow: 1, minWidth: 0 },
  },
  icon: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  more: { minHeight: '44px', width: '100%' },
})
