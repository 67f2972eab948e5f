import { afterAll, beforeAll } from 'vitest'

type Stryker = { activeMutant?: string; mutantCoverage?: unknown }

/** Processes that a test starts run the same mutant. */
function refresh() {
  const { __stryker__: stryker } = globalThis as { __stryker__?: Stryker }
  if (stryker?.activeMutant) process.env.__STRYKER_ACTIVE_MUTANT__ = stryker.activeMutant
  else delete process.env.__STRYKER_ACTIVE_MUTANT__
}

// Before any file of the code is read, which may keep the environment; and once more where the
// mutant is named only when the tests begin.
refresh()
beforeAll(refresh)

// The test runner reports coverage also where it is to report none. What it does not see would then
// not be tried at all: without coverage every test runs for every mutant.
afterAll(() => {
  const { __stryker__: stryker } = globalThis as { __stryker__?: Stryker }
  if (process.env.MUTATION_HAS_PROCESSES && stryker) delete stryker.mutantCoverage
})
