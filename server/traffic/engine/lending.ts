import type { Lent } from '../../base/plane.ts'

/** How long ports stay open on a machine without a console, ms. */
const ALONE_MS = 7 * 86_400_000

/**
 * What engines were granted of the budgets of keys, as sums of everything ever charged for them. An
 * order without an answer may have taken effect or not, so the higher of two sums counts.
 */
export function openLending(now = () => performance.now()) {
  const totals = new Map<string, number>()
  let awaySince: number | undefined

  return {
    /** An order was sent. */
    ordered: (key: string, total: number | undefined): void =>
      note(key, total === undefined ? undefined : Math.max(totals.get(key) ?? 0, total)),
    /** It took effect. */
    taken: note,
    closed: (key: string) => void totals.delete(key),
    here: () => void (awaySince = undefined),
    away: () => void (awaySince ??= now()),
    left,
  }

  /** Without a limit there is nothing to share with others. */
  function note(key: string, total: number | undefined): void {
    if (total === undefined) totals.delete(key)
    else totals.set(key, total)
  }

  /** What may still be carried while the engine is away, given what was charged of each. */
  function left(charged: (key: string) => number): Lent[] {
    if (awaySince === undefined || now() - awaySince > ALONE_MS) return []
    const lent: Lent[] = []
    for (const [key, total] of totals) {
      const bytes = total - charged(key)
      if (bytes > 0) lent.push({ key, bytes })
    }
    return lent
  }
}
