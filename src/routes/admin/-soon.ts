/** How long a screen waits for what shapes it, ms: with a network, and without. */
const PATIENCE = { online: 1_500, offline: 100 }

/** Waits for answers that shape a screen, so that nothing jumps when they come; but not for long. */
export async function soon(asked: readonly Promise<unknown>[]): Promise<void> {
  const patience = navigator.onLine ? PATIENCE.online : PATIENCE.offline
  const limit = new Promise((resolve) => setTimeout(resolve, patience))
  await Promise.race([Promise.allSettled(asked), limit])
}
