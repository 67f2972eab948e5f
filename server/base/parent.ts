/**
 * Calls back once the command that started this process is gone without having ended it. Only where
 * that command stayed and left a channel for it (`scripts/become.mjs`); otherwise nothing.
 */
export function whenParentEnds(work: () => void): void {
  if (!process.channel) return
  process.once('disconnect', work)
  // Otherwise the channel would keep this process alive.
  process.channel.unref()
}
