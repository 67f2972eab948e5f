const typed = new Set<WeakRef<HTMLInputElement>>()

// From the first moment on: what is typed before the first call counts as well.
addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof HTMLElement && 'value' in target)
      typed.add(new WeakRef(target as HTMLInputElement))
  },
  { capture: true, passive: true },
)

/** What no field holds, such as pictures of a message. */
const unsent = new Set<object>()

/** Notes that something is on screen that a reload would lose; returns how to take that back. */
export function noteUnsent(): () => void {
  const one = {}
  unsent.add(one)
  return () => void unsent.delete(one)
}

/** The fields still on screen that somebody has typed into. */
export function typedFields(): HTMLInputElement[] {
  const fields = [...typed].flatMap((reference) => reference.deref() ?? [])
  return [...new Set(fields)].filter(({ isConnected, value }) => isConnected && value !== '')
}

/** Whether something that was typed or chosen is still on screen: a reload would lose it. */
export function isTyping(): boolean {
  if (unsent.size > 0) return true
  for (const reference of typed) {
    const field = reference.deref()
    if (!field?.isConnected) typed.delete(reference)
    else if (field.value !== '' && field.type !== 'search') return true
  }
  return false
}
