/** Calls back with the screen of a notification that is clicked while this page is open. */
export function onNotificationClick(listener: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data?.type !== 'OPEN' || typeof data.path !== 'string') return
    // The worker waits for it, and opens another window otherwise.
    ports[0]?.postMessage('opened')
    listener(data.path)
  })
}
