import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { listMyOrders } from '#features/orders/operations.ts'
import { LOST_CODE_LOOK_MS } from '#rules/timing.ts'

/**
 * Finds out what became of a recharge code that was sent and whose answer was lost: a code that was
 * used stands among the orders of who used it, also at servers that know no request keys.
 */
export function useLostCode(onUsed: () => void) {
  const [code, setCode] = useState<string>()
  const isOpen = code !== undefined
  const { data: orders } = useQuery({
    ...listMyOrders(),
    staleTime: 0,
    enabled: isOpen,
    refetchInterval: LOST_CODE_LOOK_MS,
  })
  const isUsed =
    isOpen && orders?.some(({ orderId }) => orderId.toLowerCase() === code.toLowerCase())
  const settle = useEffectEvent(onUsed)
  useEffect(() => {
    if (isUsed) settle()
  }, [isUsed])
  return {
    /** No answer said yet what became of it. */
    isOpen,
    /** Looks for a code from now on. */
    lookFor: setCode,
  }
}
