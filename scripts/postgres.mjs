/** A PostgreSQL of its own for a run of the tests: in a temporary folder, gone afterwards. */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const HOME = '/usr/lib/postgresql'

/** Starts it, on a free port unless one is named; gives its address and the ways to end it. */
export async function startPostgres({ port: wanted } = {}) {
  const bin = join(HOME, readdirSync(HOME).sort().at(-1), 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'sluice-postgres-'))
  const port = wanted ?? (await freePort())
  const asRoot = process.getuid?.() === 0
  if (asRoot) chownSync(folder, Number(idOf('-u')), Number(idOf('-g')))
  let data = join(folder, 'data')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c max_connections=200`
  execute(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'sluice',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C',
  ])
  const resume = () => control('-l', join(folder, 'log'), '-o', options, 'start')
  resume()
  return {
    url: `postgres://sluice@127.0.0.1:${port}/postgres`,
    /** Where its data is, and whose: for what an operator does to it by hand. */
    data,
    port,
    /** Takes it down until `resume`: `fast` ends connections in order, `immediate` is a crash. */
    pause: (mode) => control('-m', mode, 'stop'),
    resume,
    /** Another server takes over at the same address, with what this one had kept. */
    switchOver() {
      control('-m', 'fast', 'stop')
      const next = `${data}-next`
      execute('cp', ['-a', data, next])
      data = next
      resume()
    },
    stop() {
      // It may be paused.
      if (existsSync(join(data, 'postmaster.pid'))) control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }

  function control(...words) {
    execute(join(bin, 'pg_ctl'), ['-D', data, '-w', ...words])
  }

  // The server refuses to run as root, so root steps down to the user Debian made for it.
  function execute(program, words) {
    const [command, ...rest] = asRoot
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', program, ...words]
      : [program, ...words]
    const { status, stderr } = spawnSync(command, rest, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
}

const idOf = (flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim()

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
