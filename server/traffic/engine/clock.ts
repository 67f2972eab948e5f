let base = { at: 0, now: 0 }

/**
 * The console's clock as this process knows it, ms. Runs on by a clock that never jumps; until a
 * console has said what time it is, this machine's own time is taken.
 */
export function consoleNow(): number {
  return base.now === 0 ? Date.now() : Math.round(base.now + performance.now() - base.at)
}

/** Sets it, ms. */
export function setConsoleNow(now: number): void {
  base = { at: performance.now(), now }
}
