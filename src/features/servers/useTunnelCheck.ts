import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Schema } from '#contract'
import { parsePort } from '#rules/ports.ts'
import { parseNet6, tunnelNet } from '#rules/tunnelNet.ts'
import type { ServerDraft } from './draft.ts'
import { checkWireGuard } from './operations.ts'

const FREE = { wgPort: 51_820, net: '10.100.0.0/16' }
const TYPING_MS = 400

/**
 * Asks the machine of a draft about its port and network, once the typing has paused; of one that has
 * yet to join, the servers there are.
 */
export function useTunnelCheck(
  draft: ServerDraft,
  { server, toJoin = false }: { server?: Schema<'Server'> | undefined; toJoin?: boolean },
) {
  const net = draft.net.trim()
  const net6 = parseNet6(draft.net6)
  const wanted = useSettled({
    nodeId: Number(draft.nodeId) || null,
    wgPort: parsePort(draft.wgPort) ?? FREE.wgPort,
    net: tunnelNet(net) === undefined ? FREE.net : net,
    ...(net6 !== undefined && { net6 }),
    ...(server && { serverId: server.id }),
    ...(draft.amnezia !== '' && { isAmnezia: true }),
    ...(toJoin && { toJoin }),
  })
  const check = useQuery({ ...checkWireGuard(wanted), placeholderData: keepPreviousData })
  return { check, net: wanted.net }
}

function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as Value
}
