/** A file to hand to another app; undefined where this browser hands over no such files. */
export function shareable(file: File): (() => Promise<void>) | undefined {
  const files = [file]
  if (!navigator.canShare?.({ files })) return undefined
  // Closing the list of apps is a change of mind, not a failure.
  return () => navigator.share({ files }).catch(() => undefined)
}
