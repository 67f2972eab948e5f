/** `npm start`: installs and builds what is missing, then serves the console and its API. */
import { join } from 'node:path'
import { become } from './become.mjs'
import { makeGenerated } from './generated.mjs'
import { buildConsole, installPackages, packPrograms, pinnedNode, root } from './install.mjs'

installPackages({ all: false })
makeGenerated()
buildConsole()
packPrograms()

// What a call leaves behind dies young: less room for it is half of the memory, for a little more
// collecting. A report of a full heap would name the secrets in the environment. `npm run serve`
// says the same. Of a packed library Node would say that it is dated.
const flags = ['--max-semi-space-size=4', '--report-exclude-env', '--disable-warning=DEP0040']
become(pinnedNode(), [...flags, 'dist-server/console.mjs', ...process.argv.slice(2)], {
  cwd: root,
  // Compiled code is kept from one start to the next.
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'server'), ...process.env },
})
