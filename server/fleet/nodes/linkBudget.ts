import { openBucket } from '../../base/bucket.ts'
import type { LinkBudget } from '../../engine/nodeLinks.ts'

/** A node sends more than any of ours could: its link ends, and it is named to the operator. */
export class OverBudget extends Error {}

/**
 * What one node may bring: so much at once, and so much again in each second. Its engine reports once
 * a second, and by itself when a port closes or runs low; its agent answers a ping every ten seconds
 * and tells of its machine once a minute.
 *
 * Sized for a hundred thousand accounts on one machine, of which two thousand are busy at each moment:
 * they take some 2.5 million values and 25 MB when they link, and 10,000 values and 80 KB in a second.
 */
const BUDGET = {
  messages: { burst: 5_000, perSecond: 500 },
  bytes: { burst: 96e6, perSecond: 2e6 },
  values: { burst: 6e6, perSecond: 100_000 },
  /** Of the agent itself. */
  own: { burst: 120, perSecond: 2 },
  /** Each is a transaction. */
  facts: { burst: 10, perSecond: 0.1 },
  /** Connections to engines: one that crashes again and again brings a new one every second. */
  lanes: { burst: 120, perSecond: 2 },
}

export type LinkBudgets = { of: (nodeId: number) => LinkBudget }

/** The budgets of all nodes. They outlast a link: who was cut does not begin anew by linking again. */
export function openLinkBudgets(elapsed = () => performance.now()): LinkBudgets {
  const budgets = new Map<number, LinkBudget>()
  return { of: (nodeId) => budgets.getOrInsertComputed(nodeId, () => openBudget(elapsed)) }
}

function openBudget(elapsed: () => number): LinkBudget {
  const buckets = new Map(
    Object.entries(BUDGET).map(([what, size]) => [what, openBucket(size, elapsed)]),
  )
  const spend = (what: keyof typeof BUDGET, amount = 1) => {
    if (!buckets.get(what)?.take(amount)) throw new OverBudget(`it sends too many ${NAMES[what]}`)
  }
  return {
    message({ bytes, values }) {
      spend('messages')
      spend('bytes', bytes)
      spend('values', values)
    },
    own: () => spend('own'),
    facts: () => spend('facts'),
    lane: () => spend('lanes'),
  }
}

const NAMES: Record<keyof typeof BUDGET, string> = {
  messages: 'messages',
  bytes: 'bytes',
  values: 'values in its messages',
  own: 'messages of its agent',
  facts: 'descriptions of its machine',
  lanes: 'connections of engines',
}
