import { useState } from 'react'

/** How this device draws a server's traffic. */
export type ChartPreferences = { kind: 'bars' | 'area'; users: boolean }

const KEY = 'sluice.serverChart'
const DEFAULT: ChartPreferences = { kind: 'bars', users: true }

/** How a server's traffic is drawn here, and how to change that. */
export function useChartPreferences() {
  const [preferences, setPreferences] = useState(read)
  const update = (change: Partial<ChartPreferences>) => {
    const next = { ...preferences, ...change }
    setPreferences(next)
    try {
      localStorage.setItem(KEY, JSON.stringify(next))
    } catch {
      // Without storage the choice lasts as long as the screen.
    }
  }
  return [preferences, update] as const
}

function read(): ChartPreferences {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return DEFAULT
  }
}
