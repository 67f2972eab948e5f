import { networkOf } from '../../network/client.ts'

/** Calls of nodes that are being answered: each holds a connection and some memory. */
export type Greetings = {
  /**
   * Begins one for a client; `end` hangs up on it. Returns what says that it is over. There is
   * always room: somebody else's ends for it where there is none.
   */
  begin: (caller: { client: string; isKnown: boolean; end: () => void }) => () => void
}

type Greeting = { client: string; network: string; isKnown: boolean; end: () => void }

/** Calls of one client at one moment: a room full of nodes has one address. */
const MOST_OF_CLIENT = 64
/** Of all clients together. Each may bring 32 KB before it is known. */
const MOST = 512

/**
 * Starts with none. Nobody is refused for want of room, because strangers who say nothing would
 * have it all: the oldest call of the network with the most of them is ended instead. An honest one
 * takes two ways there and back, and is gone before it is the oldest. Callers from where a node was
 * before are the last to go.
 */
export function openGreetings({ mostOfClient = MOST_OF_CLIENT, most = MOST } = {}): Greetings {
  const open = new Set<Greeting>()
  return {
    begin({ client, isKnown, end }) {
      const ofClient = [...open].filter((one) => one.client === client)
      if (ofClient.length >= mostOfClient) hangUp(ofClient[0])
      else if (open.size >= most) hangUp(firstToGo())
      const greeting = { client, network: networkOf(client), isKnown, end }
      open.add(greeting)
      return () => void open.delete(greeting)
    },
  }

  function hangUp(greeting: Greeting | undefined): void {
    if (greeting && open.delete(greeting)) greeting.end()
  }

  function firstToGo(): Greeting | undefined {
    const strangers = [...open].filter(({ isKnown }) => !isKnown)
    const among = strangers.length > 0 ? strangers : [...open]
    const networks = Map.groupBy(among, ({ network }) => network)
    // Each in the order in which they came.
    return [...networks.values()].reduce((a, b) => (b.length > a.length ? b : a), [])[0]
  }
}
