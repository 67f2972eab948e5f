import { beforeAll } from 'vitest'

/** Processes that a test starts run the same mutant. */
beforeAll(() => {
  const { __stryker__: stryker } = globalThis as { __stryker__?: { activeMutant?: string } }
  if (stryker?.activeMutant) process.env.__STRYKER_ACTIVE_MUTANT__ = stryker.activeMutant
  else delete process.env.__STRYKER_ACTIVE_MUTANT__
})
