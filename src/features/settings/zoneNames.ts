import { deviceZone } from '#ui/now.ts'

/** The names of time zones to choose from, in their order; the chosen one is among them. */
export function zoneNames(chosen: string): string[] {
  // Chrome has it since 99; below that this device's zone and the plain one are what there is.
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  const names = new Set([...known, 'UTC', deviceZone(), chosen])
  names.delete('')
  return [...names].sort()
}
