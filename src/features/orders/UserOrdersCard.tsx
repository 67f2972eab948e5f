import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { ORDER_KINDS } from './filter.ts'
import { orderKindName } from './names.ts'
import { listUserGiftcardOrders, listUserRefOrders } from './operations.ts'
import { listUserOrdersOf } from './provider/operations.ts'
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
/** The kind shown where there are no orders at all. */
const [FIRST = ''] = ORDER_KINDS

/** What one user placed, one kind at a time. Spec 2. */
export function UserOrdersCard(props: Props) {
  const { userId, kind: wanted, onKind, onOpen, planName } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const answerOf = useOrders(userId)
  const kind = wanted ?? ORDER_KINDS.find((one) => answerOf(one).data?.length) ?? FIRST
  const { data, error } = answerOf(kind)
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
          onKind(String(value))
        }}
      >
        {ORDER_KINDS.map((one) => (
          <Tab key={one} value={one}>
            {i18n._(orderKindName(one))}
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

type Shown = { data?: UserOrder[] | undefined; error: Failure }
type Failure = Parameters<typeof explainLoad>[0] | null

/** What a user placed, by kind. */
function useOrders(userId: number): (kind: Kind) => Shown {
  const lists = ORDER_KINDS.map((kind) => {
    if (kind === 'giftcard') return listUserGiftcardOrders(userId)
    return kind === 'refOrder' ? listUserRefOrders(userId) : listUserOrdersOf(kind, userId)
  })
  const answers = useQueries({ queries: lists as ReturnType<typeof listUserRefOrders>[] })
  return (kind) => (answers[ORDER_KINDS.indexOf(kind)] ?? NONE) as Shown
}

const NONE: Shown = { error: null }

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
