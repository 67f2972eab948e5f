/** A text as a file to hand to another app; undefined where this browser hands over no such files. */
export function shareable(name: string, text: string): (() => Promise<void>) | undefined {
  const files = [new File([text], name, { type: 'text/plain' })]
  if (!navigator.canShare?.({ files })) return undefined
  // Closing the list of apps is a change of mind, not a failure.
  return () => navigator.share({ files }).catch(() => undefined)
}
