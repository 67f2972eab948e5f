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

/** Whether something that was typed or chosen is still on screen: a reload would lose it. */
export function isTyping(): boolean {
  for (const reference of typed) {
    const field = reference.deref()
    if (!field?.isConnected) typed.delete(reference)
    else if (field.value !== '' && field.type !== 'search') return true
  }
  return false
}
