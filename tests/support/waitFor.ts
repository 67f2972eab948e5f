import { vi } from 'vitest'

// The second that Vitest waits by itself is over before a busy machine has done anything; for
// `expect.poll` and `expect.element` it is a setting (`vitest.config.ts`), for this it is none.
const { waitFor } = vi
const TIMEOUT_MS = Number(process.env.TEST_WAIT_MS ?? 45_000)

vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: TIMEOUT_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
