/** `npm test`: installs what the tests need, then runs every check and every test. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { buildConsole, installPackages, run } from './install.mjs'
import { startPostgres } from './postgres.mjs'

/** Programs the tests talk to, and the Debian packages that bring them. */
const NEEDED = [
  ['/usr/bin/chromium', 'chromium'],
  ['/usr/bin/ss-local', 'shadowsocks-libev'],
  ['/usr/bin/wg-quick', 'wireguard-tools'],
  ['/usr/lib/postgresql', 'postgresql'],
  ['/usr/bin/curl', 'curl'],
  ['/usr/share/fonts/opentype/noto', 'fonts-noto-cjk'],
]

installPackages()
installPrograms()
run('npm', ['run', '--silent', 'check'])
buildConsole()
run('npm', ['run', '--silent', 'budget'])
run('npx', ['vitest', 'run', '--project', 'node'])
const postgres = await startPostgres()
try {
  // What opens no database, or one of its own, has been tested.
  const done = ['engine*', 'kill*', 'providers-{alipay,paypal}*']
  const without = done.flatMap((name) => ['--exclude', `tests/server/${name}`])
  run('npx', ['vitest', 'run', '--project', 'node', 'tests/server', ...without], {
    TEST_DATABASE_URL: postgres.url,
  })
} finally {
  postgres.stop()
}
run('npx', ['vitest', 'run', '--project', 'screens'])
run('npx', ['playwright', 'test'])

function installPrograms() {
  const missing = NEEDED.filter(([path]) => !existsSync(path)).map(([, name]) => name)
  if (missing.length === 0) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    console.error(`The tests need these programs: ${missing.join(', ')}.`)
    console.error(`On Debian: sudo apt-get install --no-install-recommends ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
  ]) {
    const { status } = spawnSync('apt-get', words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) process.exit(status ?? 1)
  }
}
