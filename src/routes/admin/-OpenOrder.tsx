import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { OperationId, Schema } from '#contract'
import { BESIDE, SHORT_BESIDE } from '#ui/desktop.ts'
import { ListSteps } from '#ui/ListSteps.tsx'
import { useMedia } from '#ui/media.ts'
import { useSides } from '#ui/sides.ts'

const OrderDetail = lazy(() => import('#features/orders/OrderDetail.tsx'))

/** Which order the address names, whether it stands beside its list, and what the list has to know. */
export function useOpenOrder() {
  const { order } = useSearch({ from: '/admin/pay' })
  const beside = useMedia(BESIDE) && order !== undefined
  const isShort = useMedia(SHORT_BESIDE)
  // The list goes along to where one is led, and stays where it is for what is opened in it.
  const [ledTo, leadTo] = useState(order)
  return {
    order,
    beside,
    narrow: beside && isShort,
    at: beside && ledTo === order ? order : undefined,
    leadTo,
  }
}

type Props = {
  open: ReturnType<typeof useOpenOrder>
  /** The orders of the list, as far as they are loaded. */
  rows: readonly Schema<'PlacedOrder'>[]
  may: (id: OperationId) => boolean
  /** The list. */
  children: ReactNode
}

/** The list of orders; and one of them, beside it where there is room, else as a sheet over it. */
export function OpenOrder({ open, rows, may, children }: Props) {
  // Drawn again with its list and seldom else: memoising it is more code than it saves work.
  'use no memo'
  const { order, beside, leadTo } = open
  const sides = useSides()
  const navigate = useNavigate({ from: '/admin/pay' })
  const show = (next: string | undefined) =>
    void navigate({
      search: (before) => ({ ...before, order: next }),
      replace: true,
      resetScroll: false,
    })
  const steps = beside && (
    <ListSteps
      ids={[...new Set(rows.map(({ orderId }) => orderId))]}
      open={order}
      onOpen={(next) => {
        leadTo(next)
        show(next)
      }}
    />
  )
  // Both stay as they are as the window changes, and with them what is typed.
  return (
    <div className={beside ? sides.sides : sides.alone}>
      <div className={beside ? sides.screen : sides.alone}>{children}</div>
      {order !== undefined && (
        <Suspense>
          <OrderDetail
            orderId={order}
            row={rows.find(({ orderId }) => orderId === order)}
            may={may}
            beside={steps}
            onClose={() => show(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
