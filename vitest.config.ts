/** How tests run. Apart from the build, which `npm start` makes without the packages of tests. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import build from './vite.config.ts'

/** Chromium without a window takes a fifth less of a core than one whose window is hidden. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'

const tests = defineConfig({
  // Found late otherwise, which reloads the page in the middle of a test.
  optimizeDeps: {
    include: [
      'react-dom',
      'react-dom/client',
      'uplot',
      'qr-code-styling',
      '@tanstack/react-virtual',
      '@simplewebauthn/browser',
    ],
  },
  test: {
    tags: [
      { name: 'long', description: '`npm test` leaves it out, `npm run long` runs it' },
      { name: 'slow', description: 'runs other programs: `npm run quick` leaves it out' },
      {
        name: 'soak',
        description: 'many minutes, or other programs: only `npm run soak` runs it',
        skip: !process.env.SOAK,
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{rules,server,contract,sw,forms,device}/**/*.test.ts'],
          globalSetup: 'tests/support/template.ts',
          setupFiles: [
            'tests/support/repeatable.ts',
            'tests/support/cheapPasswords.ts',
            'tests/support/waitFor.ts',
          ],
          // Some walk through every operation, and machines are shared.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 45_000 } },
          // Every test makes the world it needs; loading all files again for each took longer than it.
          isolate: false,
          // More than there are cores: half of the time tests wait for servers and clients of theirs.
          maxWorkers: 2 * availableParallelism(),
          env: {
            // Other tests are what loads the machine.
            OVERLOAD_MS: '0',
            // Consoles are started a hundred times, and compiled once.
            NODE_COMPILE_CACHE: join(import.meta.dirname, '.tmp', 'compiled'),
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'structure',
          environment: 'node',
          include: ['tests/structure/*.test.ts'],
          testTimeout: 240_000,
          isolate: false,
          maxWorkers: 2 * availableParallelism(),
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          environment: 'node',
          include: ['tests/browsers/*.test.ts'],
          globalSetup: 'tests/browsers/support/setup.ts',
          // A browser and its server keep a core busy.
          maxWorkers: 2,
          // Beside other projects it comes after them.
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.tmp', 'compiled') },
        },
      },
      {
        extends: true,
        // What only tests import. Found late it reloads the page, with a second copy of React.
        optimizeDeps: { include: ['jsqr', 'fast-check'] },
        test: {
          name: 'screens',
          include: ['tests/screens/**/*.test.tsx'],
          setupFiles: ['tests/support/screensSetup.ts', 'tests/support/waitFor.ts'],
          // Loading the console again for each file took a third of the time.
          isolate: false,
          // On a fresh clone its first page compiles all of the console before it is there.
          env: { VITEST_BROWSER_IFRAME_TIMEOUT: '300000' },
          testTimeout: 120_000,
          // More pages than cores, as they wait for timers: a click may come while others hold both.
          expect: { poll: { timeout: 45_000 } },
          maxWorkers: 2 * availableParallelism(),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: CHROMIUM, args: ['--no-sandbox'] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})

export default defineConfig((env) => mergeConfig(build(env), tests))
