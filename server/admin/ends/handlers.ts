import type { Handlers } from '../../http/contract.ts'

/** How far back ends are told, ms. */
const WEEK_MS = 7 * 86_400_000

/** How often the console ended without being asked to. */
export const endHandlers = {
  async listUnexpectedEnds({ ends, now }) {
    return ends()
      .filter(({ time }) => time > now() - WEEK_MS)
      .toReversed()
  },
} satisfies Partial<Handlers>
