let base = { at: 0, now: 0 }

/**
 * The console's clock as this process knows it, ms. It runs on by a monotonic clock; until a
 * console has sent its time, this machine's own time is used.
 */
export function consoleNow(): number {
  return base.now === 0 ? Date.now() : Math.round(base.now + performance.now() - base.at)
}

/** Sets it, ms. */
export function setConsoleNow(now: number): void {
  base = { at: performance.now(), now }
}
