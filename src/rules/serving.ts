import type { Schema } from '#contract'

type Lights = Pick<Schema<'ServerLights'>, 'agent' | 'ports' | 'handshake'>

/** Whether a server serves its customers: `red` it does not, `amber` in part, `grey` nobody knows. */
export type Serving = Schema<'Light'>

/**
 * What three lights of a server come to for its customers: the one verdict that accounts, Check now,
 * subscriptions, Home and the status page follow.
 *
 * A connection that got through outweighs an agent that is away: a machine whose link to the console
 * hangs goes on serving. Where none was tried, the worse of the other two has the word.
 */
export function servingOf({ agent, ports, handshake }: Lights): Serving {
  if (handshake.state === 'red') return agent.state === 'red' ? agent : handshake
  const tried = handshake.state !== 'grey'
  const rest = tried ? [ports] : [agent, ports]
  const red = rest.find(({ state }) => state === 'red')
  if (red) return red
  // Its own trouble says more than that of a few ports.
  const amber = [handshake, ...rest].find(({ state }) => state === 'amber')
  return amber ?? (tried ? handshake : (rest.find(({ state }) => state === 'green') ?? handshake))
}

/** Whether connections get through a server since what carries it does not answer the console. */
export function servesUnseen({ agent, handshake }: Lights): boolean {
  return agent.state === 'red' && (handshake.state === 'green' || handshake.state === 'amber')
}
