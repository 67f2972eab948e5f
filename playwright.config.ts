import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

// Each file starts a server or two, of hundreds of files: they are compiled once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.tmp', 'compiled')

/** What `npm test` walks through; the others, and those to come, are left to `npm run long`. */
const SOON = ['app', 'login', 'main-job', 'shop'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'soon', testMatch: SOON },
    { name: 'long', testMatch: '**/*.spec.ts', testIgnore: SOON },
  ],
  globalSetup: './tests/e2e/support/packed.ts',
  // What takes minutes and rarely differs: `npm run soak`, which runs the rest once more beside it,
  // with the worker in every test and each address loaded anew.
  ...(!process.env.SOAK && { grepInvert: /@soak/ }),
  // Each file starts a server of its own, on an address of its own.
  workers: availableParallelism(),
  timeout: 240_000,
  // What runs again is named, and only at the end (`scripts/secondTry.mjs`).
  retries: 0,
  // Two pages and their servers share two cores: a wait that ends early proves nothing.
  expect: { timeout: 45_000 },
  reporter: 'list',
  outputDir: '.tmp/e2e',
  // What screens look like is the same on every system.
  snapshotPathTemplate: '{testDir}/shapes/{arg}{ext}',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Its first visit stores the whole console: only where the worker matters, and in the soak.
    serviceWorkers: process.env.SOAK ? 'allow' : 'block',
    // A trace of every test would slow all of them down.
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without a window, which takes a fifth less of a core than one whose window is hidden.
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
})
