import { lazy, Suspense } from 'react'
import { useMay } from '#api/may.ts'
import type { Query } from '#contract'
import { queryOfKind } from '#features/orders/byKind.ts'
import { ExportButton } from '#features/tables/ExportButton.tsx'
import { exportPlacedOrders } from '#features/tables/operations.ts'

const ExportMenu = lazy(() => import('#features/orders/ExportMenu.tsx'))

type Props = {
  wanted: Omit<Query<'listPlacedOrders'>, 'page'>
  onDone: (problem: string | undefined) => void
}

/** Downloads the orders that are shown, or a table for each kind. */
export function OrderExport({ wanted, onDone }: Props) {
  const may = useMay()
  if (may('exportPlacedOrders'))
    return (
      <ExportButton name="orders" operation={exportPlacedOrders} asked={wanted} onDone={onDone} />
    )
  const { kind: _kind, ...rest } = wanted
  return (
    <Suspense>
      <ExportMenu
        queryOf={(kind) => (may('listPlacedOrders') ? rest : queryOfKind(kind, wanted))}
        onDone={onDone}
      />
    </Suspense>
  )
}
