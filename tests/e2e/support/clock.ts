/**
 * Stops the clock of a process: `node --import ./tests/e2e/support/clock.ts`. Timers run on.
 *
 * The demo is the same shop every time, as of a moment; with it what is shown of it is the same.
 */
import { MOMENT } from './moment.ts'

Date.now = () => MOMENT
globalThis.Date = new Proxy(Date, {
  construct: (date, parts) => Reflect.construct(date, parts.length > 0 ? parts : [MOMENT]),
})
