import { Button, makeStyles } from '@fluentui/react-components'
import { Receipt24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useStatus } from '#device/status.ts'
import { listMyAccounts } from '#features/myAccounts/operations.ts'
import { MyOrderRow } from '#features/checkout/MyOrderRow.tsx'
import { MyOrderSheet } from '#features/checkout/MyOrderSheet.tsx'
import { payableBy } from '#features/checkout/orderState.ts'
import { canPay } from '#features/checkout/paymentMethods.ts'
import { listMyOrders } from '#features/orders/operations.ts'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { useNow } from '#ui/now.ts'
import { Page } from '#ui/Page.tsx'
import { Payment, type PaymentWish } from './-Payment.tsx'

const REFRESH_MS = 30_000

export const Route = createFileRoute('/user/order')({
  // A printed code leads here: `?redeem=CODE` opens the dialog with the code filled in.
  validateSearch: ({ redeem }: { redeem?: unknown }): { redeem?: string } =>
    typeof redeem === 'string' || typeof redeem === 'number' ? { redeem: String(redeem) } : {},
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData({ ...listMyOrders(), revalidateIfStale: true }),
      queryClient.ensureQueryData({ ...listMyAccounts(), revalidateIfStale: true }),
    ])
  },
  component: OrdersScreen,
})

function OrdersScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { redeem } = Route.useSearch()
  const navigate = Route.useNavigate()
  const now = useNow(REFRESH_MS)
  const status = useStatus()
  const { data: orders, dataUpdatedAt: asOf } = useSuspenseQuery({
    ...listMyOrders(),
    refetchInterval: REFRESH_MS,
  })
  const [open, setOpen] = useState<string>()
  const [wish, setWish] = useState<PaymentWish | undefined>(
    redeem === undefined ? undefined : { code: redeem },
  )
  const order = orders.find(({ orderId }) => orderId === open)
  // What waits to be paid comes first; the rest stays in its order, newest first.
  const sorted = orders.toSorted((a, b) => Number(!payableBy(a, now)) - Number(!payableBy(b, now)))
  const pay = ({ accountId = null, orderType }: (typeof orders)[number]) =>
    setWish({ accountId, planId: orderType ?? undefined })
  const buy = canPay(status) && (
    <Button appearance="primary" onClick={() => setWish({})}>
      <Trans>Buy or renew</Trans>
    </Button>
  )

  return (
    <Page form title={t`Orders`} asOf={asOf} actions={orders.length > 0 && buy}>
      <div className={styles.column}>
        <Card flush>
          {orders.length === 0 ? (
            <Empty icon={<Receipt24Regular />} action={buy}>
              <Trans>Your orders appear here with their number and status.</Trans>
            </Empty>
          ) : (
            <ul>
              {sorted.map((each) => (
                <MyOrderRow
                  key={each.orderId}
                  order={each}
                  now={now}
                  onOpen={() => setOpen(each.orderId)}
                  onPay={() => pay(each)}
                />
              ))}
            </ul>
          )}
        </Card>
      </div>
      {order && !wish && (
        <MyOrderSheet order={order} onPay={() => pay(order)} onClose={() => setOpen(undefined)} />
      )}
      {wish && (
        <Payment
          {...wish}
          onConnect={(account) => void navigate({ to: '/user/account', search: { account } })}
          onClose={() => {
            setWish(undefined)
            void navigate({ search: {}, replace: true })
          }}
        />
      )}
    </Page>
  )
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
})
