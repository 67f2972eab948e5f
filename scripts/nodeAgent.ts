import { readFileSync } from 'node:fs'
import { build, type Plugin } from 'vite'
import { KEPT_NAMES, keptNames } from './keptNames.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

/**
 * Makes the program that other machines run as nodes: agent and engine in one file, which needs
 * Node and nothing else. Tests make others of it, with another version.
 */
export async function buildNodeAgent(
  folder: string,
  as = version,
  plugins: Plugin[] = [],
): Promise<void> {
  await build({
    configFile: false,
    plugins: [...plugins, keptNames],
    logLevel: 'warn',
    define: { 'process.env.SLUICE_NODE_VERSION': JSON.stringify(as) },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'server/fleet/nodes/agent/main.ts',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node26',
      rolldownOptions: {
        output: { ...KEPT_NAMES, entryFileNames: 'sluice-node.mjs', codeSplitting: false },
      },
    },
  })
}
