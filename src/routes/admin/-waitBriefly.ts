/** How long a screen waits for what shapes it: with a network, and without. */
const TIMEOUT_MS = { online: 1_500, offline: 100 }

/** Waits for answers that shape a screen, so that nothing jumps when they come; but not for long. */
export async function waitBriefly(pending: readonly Promise<unknown>[]): Promise<void> {
  const timeoutMs = navigator.onLine ? TIMEOUT_MS.online : TIMEOUT_MS.offline
  const limit = new Promise((resolve) => setTimeout(resolve, timeoutMs))
  await Promise.race([Promise.allSettled(pending), limit])
}
