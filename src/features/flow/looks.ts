import { useState } from 'react'

/** How this device draws a server's traffic. */
export type ChartLooks = { kind: 'bars' | 'area'; users: boolean }

const KEY = 'sluice.serverChart'
const DEFAULT: ChartLooks = { kind: 'bars', users: true }

/** How a server's traffic is drawn here, and how to change that. */
export function useChartLooks() {
  const [looks, setLooks] = useState(read)
  const keep = (change: Partial<ChartLooks>) => {
    const next = { ...looks, ...change }
    setLooks(next)
    try {
      localStorage.setItem(KEY, JSON.stringify(next))
    } catch {
      // Without storage the choice lasts as long as the screen.
    }
  }
  return [looks, keep] as const
}

function read(): ChartLooks {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return DEFAULT
  }
}
