/** `npm start`: installs and builds what is missing, then serves the console and its API. */
import { join } from 'node:path'
import { become } from './become.mjs'
import { buildConsole, installPackages, pinnedNode, root } from './install.mjs'

installPackages()
buildConsole()

// What a call leaves behind dies young: less room for it is half of the memory, for a little more
// collecting. A report of a full heap would name the secrets in the environment. `npm run serve`
// says the same.
const flags = ['--max-semi-space-size=4', '--report-exclude-env']
become(pinnedNode(), [...flags, 'server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  // Compiled code is kept from one start to the next.
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'server'), ...process.env },
})
