/** Takes the notifications of who has left from the screen, and the number from the app's icon. */
export async function closeNotifications(): Promise<void> {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined)
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  // Not there in a browser that cannot be notified.
  const shown = await registration?.getNotifications?.().catch(() => [])
  for (const one of shown ?? []) one.close()
}
