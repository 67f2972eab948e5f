/** How often a mail is refused while others are taken, until that counts as its own fault. */
const MAX_ALONE = 5
/** From so many mails on that are refused one after another, the server is at fault. */
const MANY = 3
/** Mails that are remembered. */
const MAX_REMEMBERED = 10_000

/**
 * Compares what becomes of the mails: what the reply to one does not say, the replies to the others
 * do. Otherwise one mail that a server never takes would hold up all, or a server that takes none
 * would use up the tries of all.
 */
export function openDeferrals() {
  const refused = new Map<number, { alone: number; taken: number }>()
  const inARow = new Set<number>()
  let taken = 0

  return {
    /** The server has taken a mail. */
    took(id: number): void {
      taken += 1
      refused.delete(id)
      inARow.clear()
    },

    /** A mail was refused as one of too many; returns whether only it is, over and over. */
    isAlone(id: number): boolean {
      const before = refused.get(id)
      const alone = (before?.alone ?? 0) + (before && before.taken !== taken ? 1 : 0)
      if (refused.size >= MAX_REMEMBERED) refused.clear()
      refused.set(id, { alone, taken })
      return alone >= MAX_ALONE
    },

    /** A mail was refused for the time being; returns whether all are. */
    isOneOfMany(id: number): boolean {
      if (inARow.size < MANY) inARow.add(id)
      return inARow.size >= MANY
    },
  }
}
