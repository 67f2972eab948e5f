/** A text as a file to hand to another app; undefined where this browser hands over no such files. */
export function shareable(name: string, text: string): (() => Promise<void>) | undefined {
  const files = [new File([text], name, { type: 'text/plain' })]
  if (!navigator.canShare?.({ files })) return undefined
  // Whoever closes the list of apps has changed their mind, which is no failure.
  return () => navigator.share({ files }).catch(() => undefined)
}
