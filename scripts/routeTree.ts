/**
 * Makes the tree of the routes as the plugin of a build does, by the generator that comes with it:
 * types and checks read it where nothing was built.
 */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

type RouterGenerator = {
  Generator: new (of: { config: unknown; root: string }) => { run: () => Promise<void> }
  getConfig: (config: object, root: string) => unknown
}

/** How the tree is written, here and in `vite.config.ts`. */
export const ROUTE_TREE = { target: 'react', quoteStyle: 'single' } as const

/** Writes `src/routeTree.gen.ts`. */
async function makeRouteTree(root: string): Promise<void> {
  const plugin = createRequire(import.meta.url).resolve('@tanstack/router-plugin/vite')
  const generator = createRequire(plugin).resolve('@tanstack/router-generator')
  const { Generator, getConfig } = (await import(pathToFileURL(generator).href)) as RouterGenerator
  await new Generator({ config: getConfig(ROUTE_TREE, root), root }).run()
}

if (import.meta.main) await makeRouteTree(dirname(import.meta.dirname))
