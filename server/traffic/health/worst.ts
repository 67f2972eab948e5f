import type { Light, Lights, LightState } from '../../base/lights.ts'

const FROM_BAD_TO_GOOD: readonly LightState[] = ['red', 'amber', 'green', 'grey']

/** The one light that says most about a server: the worst of the three that are known. */
export function worstOf({ agent, ports, handshake }: Lights): Pick<Light, 'state' | 'since'> {
  const all = [agent, ports, handshake]
  const state = FROM_BAD_TO_GOOD.find((one) => all.some((light) => light.state === one)) ?? 'grey'
  const times = all.flatMap((light) => (light.state === state ? (light.since ?? []) : []))
  return { state, since: times.length > 0 ? Math.min(...times) : null }
}
