/**
 * Copies a text to the clipboard; false when the browser refuses.
 *
 * Pages without https have no clipboard of their own, so the older way is tried as well.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

function copyByCommand(text: string): boolean {
  let put = false
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    put = true
  }
  document.addEventListener('copy', give, { once: true, capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return put
}
