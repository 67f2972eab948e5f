/**
 * Does something once the command that started this process is gone without having ended it. Only
 * where that command stayed and left a channel for it (`scripts/become.mjs`); elsewhere nothing.
 */
export function whenParentEnds(work: () => void): void {
  if (!process.channel) return
  process.once('disconnect', work)
  // Whoever listens is kept alive by the channel otherwise.
  process.channel.unref()
}
