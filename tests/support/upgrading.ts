import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { SHAPE } from '../../server/database/migrations/migrate.ts'
import { freePort } from './freePort.ts'
import { type Signer, signFolder } from './signing.ts'

const COMMIT = 'a'.repeat(40)
/** Programs that know the steps of the database. */
const WITH_STEPS = ['console', 'upgrade', 'backup']

/** What a made-up release is, beside its number. */
export type Made = {
  version: string
  /** The work of one more step of the database. */
  step?: string
  /** What its console does first of all. */
  first?: string
}

/** The end of the list of steps in a packed program. */
const LAST_STEP = new RegExp(`("${SHAPE}":\\s*\\w+)\\s*\\}`)

/**
 * Makes releases of a built archive, each signed in a folder of its own: numbers, one more step, and a
 * console that fails are written into its packed programs.
 */
export function makeReleases(archive: string, out: string, signer: Signer, made: readonly Made[]) {
  const tree = join(out, 'tree')
  mkdirSync(tree, { recursive: true })
  execFileSync('tar', ['xzf', archive, '-C', tree, '--strip-components=1'])
  return made.map(({ version, step, first }) => {
    const name = `sluice-${version}-linux-x64`
    const folder = join(out, version)
    mkdirSync(folder)
    // Its other files are those of the tree: nothing is written into them.
    execFileSync('cp', ['-al', tree, join(out, name)])
    const write = (path: string, change: (text: string) => string) => {
      const file = join(out, name, path)
      const text = change(readFileSync(file, 'utf8'))
      rmSync(file)
      writeFileSync(file, text)
    }
    write('package.json', (text) => {
      const manifest = JSON.parse(text)
      Object.assign(manifest, { version })
      Object.assign(manifest.release, {
        name: version,
        commit: COMMIT,
        time: 1_000,
        key: signer.line,
      })
      return JSON.stringify(manifest)
    })
    for (const program of WITH_STEPS)
      if (step !== undefined)
        write(`server/${program}.mjs`, (text) => {
          const [before, steps, after, ...more] = text.split(LAST_STEP)
          if (after === undefined || more.length > 0) throw new Error('no list of steps is found')
          return `${before}${steps},"999-made-up":{async up(db){${step}}}}${after}`
        })
    if (first !== undefined) write('server/console.mjs', (text) => `${first}\n${text}`)
    const file = join(folder, `${name}.tar.gz`)
    execFileSync('sh', ['-c', `tar -C '${out}' -cf - '${name}' | gzip -1 > '${file}'`])
    signFolder(folder, signer, `sluice ${version} ${COMMIT} 1000`)
    return { version, folder, file, name }
  })
}

/** Kysely in a packed program, for the text of a step. */
export const runs = (text: string) =>
  `await db.executeQuery({sql:${JSON.stringify(text)},parameters:[],query:{kind:'RawNode'},queryId:{queryId:'made-up'}});`

/** Answers as systemd would of the console, which the test itself keeps running. */
const SYSTEMCTL = `#!/bin/sh
here=$(dirname "$0")
case "$*" in
  show*) cat "$here/pid" 2> /dev/null || echo 0 ;;
  *restart*) touch "$here/restart" ;;
esac
`

/**
 * A machine with releases below a folder and the link to one of them, whose console is kept running as
 * systemd keeps a service: started again whenever it ends, and on request. It runs as a user of its own
 * where one is named, which the data folder belongs to.
 */
export async function aMachine(root: string, env: NodeJS.ProcessEnv = {}, user?: number) {
  const [opt, dataDir, bin] = ['opt', 'data', 'bin'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [opt, dataDir, bin]) mkdirSync(folder, { recursive: true })
  chmodSync(dataDir, 0o700)
  const as = user === undefined ? {} : { uid: user, gid: user }
  if (user !== undefined) {
    chmodSync(root, 0o755)
    chownSync(dataDir, user, user)
  }
  writeFileSync(join(bin, 'systemctl'), SYSTEMCTL, { mode: 0o755 })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PATH: `${bin}:/usr/sbin:/usr/bin:/sbin:/bin`,
    HOME: root,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE: url,
    ENGINE: 'false',
    LOG_LEVEL: 'warn',
    OVERLOAD_MS: '0',
    DATABASE_URL: '',
    ...env,
  }
  let child: ChildProcess | undefined
  let isKept = false
  let said = ''
  const begin = () => {
    child = spawn(join(opt, 'sluice/bin/sluice'), [], {
      env: settings,
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...as,
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-50_000)))
    child.on('error', () => {})
    writeFileSync(join(bin, 'pid'), String(child.pid ?? 0))
  }
  const isOver = () => !child || child.exitCode !== null || child.signalCode !== null
  const keep = async () => {
    while (isKept) {
      if (existsSync(join(bin, 'restart'))) {
        rmSync(join(bin, 'restart'), { force: true })
        if (!isOver()) child?.kill('SIGTERM')
        while (!isOver()) await pause(20)
      }
      if (isOver()) begin()
      await pause(50)
    }
  }
  let keeping: Promise<void> | undefined
  const start = () => {
    isKept = true
    keeping = keep()
  }
  /** Ends all of it, as a power cut does, or as systemd does where it stops the service. */
  const stop = async (signal: NodeJS.Signals = 'SIGKILL') => {
    isKept = false
    await keeping
    if (!isOver()) {
      child?.kill(signal)
      await once(child!, 'exit')
    }
    rmSync(join(bin, 'pid'), { force: true })
    rmSync(join(bin, 'restart'), { force: true })
  }
  onTestFinished(() => stop())
  const health = () =>
    fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).then(
      async (reply) => (await reply.json()) as { status: string; version: string },
      () => undefined,
    )
  /** Whether everybody is served, and not only whoever asks for its health. */
  const serves = async () => {
    const reply = await fetch(`${url}/api/home/login`).catch(() => undefined)
    return reply?.status === 200
  }
  const run = (words: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const command = spawn(join(opt, 'sluice/bin/sluice'), words, {
      env: {
        PATH: settings.PATH,
        HOME: root,
        DATA_DIR: dataDir,
        ...(isKept ? {} : settings),
        ...more,
      },
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let text = ''
    for (const stream of [command.stdout, command.stderr])
      stream.on('data', (part: Buffer) => (text += part.toString()))
    const ended = once(command, 'close').then(([code]) => ({
      code: code as number | null,
      said: text,
    }))
    return { command, ended, said: () => text }
  }
  return {
    root,
    opt,
    dataDir,
    url,
    port,
    settings,
    start,
    stop,
    health,
    serves,
    run,
    said: () => said,
    state: () => {
      try {
        return JSON.parse(readFileSync(join(dataDir, 'upgrade.json'), 'utf8')) as {
          phase: string
          said?: string
        }
      } catch {
        return undefined
      }
    },
    console: () => child?.pid,
    /** Puts a release there as an operator first does. */
    put(tree: string, name: string) {
      // On a disk of its own nothing is shared with the tree.
      try {
        execFileSync('cp', ['-al', tree, join(opt, name)], { stdio: 'ignore' })
      } catch {
        execFileSync('cp', ['-a', '--force', tree, opt])
      }
      rmSync(join(opt, 'sluice'), { force: true })
      symlinkSync(join(opt, name), join(opt, 'sluice'))
    },
    link: (name: string) => {
      symlinkSync(join(opt, name), join(opt, 'sluice.new'))
      renameSync(join(opt, 'sluice.new'), join(opt, 'sluice'))
    },
    /** The data folder as it was kept before. */
    restore(from: string) {
      rmSync(dataDir, { recursive: true, force: true })
      cpSync(from, dataDir, { recursive: true })
      chmodSync(dataDir, 0o700)
    },
    leftovers: () => [
      ...readdirSync(opt).filter((name) => name.startsWith('.')),
      ...readdirSync(dataDir).filter((name) => /^rehearsal|^upgrade\.json\./.test(name)),
    ],
  }
}

export type Machine = Awaited<ReturnType<typeof aMachine>>

/** Kills every process whose working folder, program or words name a folder, at once. */
export function killAllBelow(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (Number(pid) === process.pid) continue
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
}
