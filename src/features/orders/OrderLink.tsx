import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { orderId: string; className?: string; children: ReactNode }

/** Opens an order where its list is. */
export function OrderLink({ orderId, className, children }: Props) {
  const hasOpen = useSearch({ strict: false, select: ({ order }) => order !== undefined })
  return (
    <Link
      to="/admin/pay"
      search={(before) => ({ ...before, order: orderId })}
      // The way back is to the list, and not through all that was looked at.
      replace={hasOpen}
      resetScroll={false}
      className={className}
    >
      {children}
    </Link>
  )
}
