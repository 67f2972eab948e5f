/** Calls back with the screen a notification leads to, when it was clicked while this page is open. */
export function onAskedToOpen(listener: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data?.type !== 'OPEN' || typeof data.path !== 'string') return
    // The worker waits for it, and opens another window otherwise.
    ports[0]?.postMessage('opened')
    listener(data.path)
  })
}
