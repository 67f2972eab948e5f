import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'

export default defineConfig({
  testDir: 'tests/e2e',
  // What takes minutes and rarely differs: `npm run soak`.
  ...(process.env.SOAK ? { grep: /@soak/ } : { grepInvert: /@soak/ }),
  // Each file starts a server of its own, on an address of its own.
  workers: availableParallelism(),
  timeout: 120_000,
  // A machine that is shared may stall for longer than any wait; what needed it is named at the end.
  retries: 1,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./tests/e2e/support/retried.ts']],
  outputDir: '.tmp/e2e',
  // What screens look like is the same on every system.
  snapshotPathTemplate: '{testDir}/shapes/{arg}{ext}',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
})
