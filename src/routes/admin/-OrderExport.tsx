import { lazy, Suspense } from 'react'
import { useOffers } from '#api/offers.ts'
import type { OperationId, Query, Schema } from '#contract'
import { queryOfKind } from '#features/orders/byKind.ts'
import { ExportButton } from '#features/tables/ExportButton.tsx'
import { exportPlacedOrders } from '#features/tables/operations.ts'

const ExportMenu = lazy(() => import('#features/orders/ExportMenu.tsx'))

type Props = {
  wanted: Omit<Query<'listPlacedOrders'>, 'page'>
  /** The kind an older server's list holds, where it has a list for each. */
  kind: Schema<'OrderKind'>
  may: (id: OperationId) => boolean
  onDone: (problem: string | undefined) => void
}

/** Downloads the orders that are shown; from older servers a table for each kind. */
export function OrderExport({ wanted, kind, may, onDone }: Props) {
  const has = useOffers()
  if (has('exportPlacedOrders'))
    return (
      <ExportButton name="orders" operation={exportPlacedOrders} asked={wanted} onDone={onDone} />
    )
  const { kind: _kind, ...rest } = wanted
  return (
    <Suspense>
      <ExportMenu
        query={has('listPlacedOrders') ? rest : queryOfKind(kind, wanted)}
        may={may}
        onDone={onDone}
      />
    </Suspense>
  )
}
