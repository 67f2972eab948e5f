import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'

/**
 * The node project for the runs of `npm run mutation`: only the tests of one area, and none of the
 * plugins that make the browser's bundle, because a run starts for every mutant.
 */
export default defineConfig({
  plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    name: 'node',
    environment: 'node',
    include: process.env.MUTATION_TESTS?.split(' ') ?? [],
    globalSetup: 'tests/support/template.ts',
    setupFiles: [
      'tests/mutation/active.ts',
      'tests/support/repeatable.ts',
      'tests/support/cheapPasswords.ts',
      'tests/support/waitFor.ts',
    ],
    // What takes long is part of it; what takes an hour is not.
    tags: [{ name: 'long' }, { name: 'soak', skip: true }],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // What a change prevents is waited for no longer than elsewhere.
    expect: { poll: { timeout: Number(process.env.TEST_WAIT_MS ?? 45_000) } },
    isolate: false,
  },
})
