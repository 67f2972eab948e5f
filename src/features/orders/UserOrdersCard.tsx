import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { ORDER_KINDS } from './filter.ts'
import { ORDER_KIND_NAMES } from './names.ts'
import {
  listUserAlipayOrders,
  listUserGiftcardOrders,
  listUserPaypalOrders,
  listUserRefOrders,
} from './operations.ts'
import { type UserOrder, UserOrderRow } from './UserOrderRow.tsx'

type Kind = Schema<'OrderKind'>
type Props = {
  userId: number
  /** The requested kind; else the first one with orders. */
  kind?: Kind | undefined
  onKind: (kind: Kind) => void
  /** Opens the details of one; left out where the server sends no more. */
  onOpen?: ((orderId: string) => void) | undefined
  /** Names of plans by id, for servers that name only the id. */
  planName?: (id: number) => string | undefined
}

/** How many orders are shown before "show all". */
const FIRST_LIMIT = 10

/** What one user placed, one kind at a time. Spec 2. */
export function UserOrdersCard(props: Props) {
  const { userId, kind: wanted, onKind, onOpen, planName } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const answers = useOrders(userId)
  const kind = wanted ?? ORDER_KINDS.find((one) => answers[one].data?.length) ?? 'alipay'
  const { data, error } = answers[kind]
  const [all, setAll] = useState(false)
  const count = data?.length ?? 0
  const shown = all ? data : data?.slice(0, FIRST_LIMIT)
  return (
    <Card title={t`Orders`} flush>
      <TabList
        className={styles.tabs}
        selectedValue={kind}
        onTabSelect={(_event, { value }) => {
          setAll(false)
          onKind(ORDER_KINDS.find((one) => one === value) ?? 'alipay')
        }}
      >
        {ORDER_KINDS.map((one) => (
          <Tab key={one} value={one}>
            {i18n._(ORDER_KIND_NAMES[one])}
          </Tab>
        ))}
      </TabList>
      {!data && error && (
        <div className={styles.inset}>
          <Problem>{i18n._(explainLoad(error))}</Problem>
        </div>
      )}
      {!data && !error && <Loading shape="rows" count={3} />}
      {data?.length === 0 && (
        <p className={styles.empty}>
          <Trans>No orders of this kind.</Trans>
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((order) => (
            <li key={order.orderId} className={styles.item}>
              <UserOrderRow
                kind={kind}
                order={order}
                planName={planName}
                onOpen={onOpen && (() => onOpen(order.orderId))}
              />
            </li>
          ))}
        </ul>
      )}
      {data && shown && data.length > shown.length && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          <Trans>Show all {count}</Trans>
        </button>
      )}
    </Card>
  )
}

type Answers = Record<Kind, { data?: UserOrder[] | undefined; error: Failure }>
type Failure = Parameters<typeof explainLoad>[0] | null

function useOrders(userId: number): Answers {
  return {
    alipay: useQuery(listUserAlipayOrders(userId)),
    paypal: useQuery(listUserPaypalOrders(userId)),
    giftcard: useQuery(listUserGiftcardOrders(userId)),
    refOrder: useQuery(listUserRefOrders(userId)),
  }
}

const useStyles = makeStyles({
  tabs: { overflowX: 'auto', borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  inset: { padding: '16px' },
  empty: { margin: 0, padding: '16px', color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  more: {
    minHeight: '44px',
    border: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: 'transparent',
    color: tokens.colorBrandForegroundLink,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    cursor: 'pointer',
  },
})
