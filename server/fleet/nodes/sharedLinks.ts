import type { Bus } from '../../base/bus.ts'
import type { Log } from '../../base/log.ts'
import type { AgentFile, LinkStatus, NodeLinks } from '../../engine/nodeLinks.ts'
import { every } from '../../base/timers.ts'

type Published = { status: LinkStatus; instance: string }
type Remote = Published & { process: string; at: number }
type Deps = {
  bus: Bus
  log: Log
  /** Closes the ports of a node that is about to be cut off. */
  close: (nodeId: number) => Promise<void>
}

const PUBLISH_MS = 3_000
/** Without word of its process for so long a link is none. */
const GONE_MS = 12_000

/**
 * The links of nodes to any process on the database: what is known of one is known by all, and what
 * is asked of it goes to the process it hangs on. A node that links to another process leaves the
 * one it had.
 */
export function shareLinks(own: NodeLinks, { bus, log, close }: Deps) {
  const linked = new Set<number>()
  const remotes = new Map<number, Remote>()
  const job = bus.isAlone ? undefined : every(PUBLISH_MS, async () => publish(), log)

  own.onChange((nodeId) => {
    if (own.instanceOf(nodeId) === undefined) linked.delete(nodeId)
    else linked.add(nodeId)
    if (!bus.isAlone) publish()
  })
  bus.on<{ links: [number, Published][] }>('links', ({ links }, process) => {
    for (const [nodeId, { process: before }] of remotes)
      if (before === process) remotes.delete(nodeId)
    for (const [nodeId, published] of links)
      remotes.set(nodeId, { ...published, process, at: performance.now() })
  })
  bus.on<{ nodeId: number }>('linked', ({ nodeId }) => own.drop(nodeId))
  bus.on<{ nodeId: number; reason?: string }>('drop', ({ nodeId, reason }) => {
    if (own.instanceOf(nodeId) === undefined) return
    // One that joins again keeps its ports.
    void (reason === 'revoked' ? close(nodeId) : Promise.resolve())
      .catch(() => {})
      .then(() => own.drop(nodeId, reason))
  })
  bus.on<{ nodeId: number; file: AgentFile }>('upgrade', ({ nodeId, file }) =>
    own.upgrade(nodeId, file),
  )
  bus.answer('node', async ([nodeId]) => own.answers(nodeId as number))

  const links: NodeLinks = {
    ...own,
    linkOf(nodeId) {
      const status = own.linkOf(nodeId)
      return status.isLinked ? status : (find(nodeId)?.status ?? status)
    },
    admit(nodeId, link) {
      own.admit(nodeId, link)
      remotes.delete(nodeId)
      bus.publish('linked', { nodeId })
    },
    instanceOf: (nodeId) => own.instanceOf(nodeId) ?? find(nodeId)?.instance,
    async answers(nodeId) {
      const remote = find(nodeId)
      if (own.instanceOf(nodeId) !== undefined || !remote) return own.answers(nodeId)
      return bus.request(remote.process, 'node', [nodeId]).then(
        (isThere) => isThere === true,
        () => false,
      )
    },
    drop(nodeId, reason) {
      own.drop(nodeId, reason)
      bus.publish('drop', { nodeId, ...(reason !== undefined && { reason }) })
    },
    upgrade(nodeId, file) {
      if (own.upgrade(nodeId, file)) return true
      if (!find(nodeId)) return false
      bus.publish('upgrade', { nodeId, file })
      return true
    },
  }
  return { links, stop: async () => job?.stop() }

  function find(nodeId: number): Remote | undefined {
    const remote = remotes.get(nodeId)
    return remote && performance.now() - remote.at < GONE_MS ? remote : undefined
  }

  function publish(): void {
    const ownLinks = [...linked].map((nodeId): [number, Published] => [
      nodeId,
      { status: own.linkOf(nodeId), instance: own.instanceOf(nodeId) ?? '' },
    ])
    bus.publish('links', { links: ownLinks })
  }
}
