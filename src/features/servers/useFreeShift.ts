import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { useDraft } from '#ui/draft.ts'
import type { ServerDraft } from './draft.ts'
import { getFreeShift } from './operations.ts'

type Form = Pick<ReturnType<typeof useDraft<ServerDraft>>, 'draft' | 'change'>

/** Fills in a shift that is free on the machine of a new server, until one was typed. */
export function useFreeShift({ draft: { nodeId, shift }, change }: Form, enabled: boolean): void {
  const { data } = useQuery({ ...getFreeShift(Number(nodeId) || undefined), enabled })
  const filled = useRef(shift)
  const free = enabled && data ? String(data.shift) : undefined
  useEffect(() => {
    if (free === undefined || free === filled.current || shift !== filled.current) return
    filled.current = free
    change({ shift: free })
  }, [free, shift, change])
}
