/** `npm start`: installs and builds what is missing, then serves the console and its API. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildConsole, installPackages, pinnedNode, root } from './install.mjs'

installPackages()
buildConsole()

// What a call leaves behind dies young: less room for it is half of the memory, for a little more
// collecting. `npm run serve` says the same.
const flags = ['--max-semi-space-size=4']
const server = spawn(pinnedNode(), [...flags, 'server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // Compiled code is kept from one start to the next.
  env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'server'), ...process.env },
})
// Ctrl-C reaches the server by itself; a signal to npm alone would not.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 1)))
