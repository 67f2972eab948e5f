import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine } from '../server/engine/engine.ts'
import type { Row } from './table.ts'

const PORTS = 5000
const FIRST = 12_000
const MIB = 512
const ROUNDS = 3
const METHOD = 'aes-256-gcm'

/** The engine alone: opening ports, its memory, and its speed beside Debian's ss-server in turns. */
export async function measureEngine(): Promise<Row[]> {
  const engine = startEngine(
    { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'] },
    { dir: mkdtempSync(join(tmpdir(), 'engine-')) },
  )
  await engine.apply([])
  const desired = Array.from({ length: PORTS }, (_, at) => ({
    key: `1:${at + 1}`,
    port: FIRST + at,
    method: METHOD,
    password: 'bench',
    budget: null,
  }))
  const before = performance.now()
  const states = await engine.apply(desired)
  const seconds = (performance.now() - before) / 1000
  const open = states.filter(({ state }) => state === 'open').length
  const [pid] = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'engine/main.ts'], {
    encoding: 'utf8',
  }).stdout.split('\n')
  const rss =
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  const rows: Row[] = [
    {
      name: `engine: ${open} ports (TCP and UDP) opened`,
      ours: open / seconds,
      unit: 'ports/s',
      target: '5000 in < 0.5 s',
      note: `${Math.round(seconds * 1000)} ms`,
    },
    { name: `engine: memory at ${open} ports`, ours: rss, unit: 'MB', target: '< 100' },
  ]

  const target = await startTarget()
  const theirs = spawn(
    'ss-server',
    ['-s', '127.0.0.1', '-p', '11999', '-k', 'bench', '-m', METHOD],
    { stdio: 'ignore' },
  )
  const clients = [client(FIRST, 11_801), client(11_999, 11_802)]
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const speeds = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    speeds.ours.push(download(11_801, target.url))
    speeds.theirs.push(download(11_802, target.url))
  }
  rows.push({
    name: `engine: ${METHOD} download, one connection`,
    ours: median(speeds.ours),
    unit: 'MB/s',
    reference: median(speeds.theirs),
    target: '>= 0.7 of ss-server',
    note: `${ROUNDS} rounds in turn`,
  })
  for (const child of [...clients, theirs]) child.kill('SIGKILL')
  target.stop()
  await engine.close()
  return rows
}

function client(port: number, socks: number) {
  return spawn(
    'ss-local',
    [
      '-s',
      '127.0.0.1',
      '-p',
      port,
      '-k',
      'bench',
      '-m',
      METHOD,
      '-l',
      socks,
      '-b',
      '127.0.0.1',
    ].map(String),
    { stdio: 'ignore' },
  )
}

/** MB per second of one download. */
function download(socks: number, url: string): number {
  const { stdout } = spawnSync(
    'curl',
    [
      '-s',
      '--socks5-hostname',
      `127.0.0.1:${socks}`,
      '-m',
      '60',
      '-o',
      '/dev/null',
      '-w',
      '%{speed_download}',
      url,
    ],
    { encoding: 'utf8' },
  )
  return Number(stdout) / 1e6
}

async function startTarget() {
  // In a process of its own the target would not share a core's time with the bench; it idles while curl runs.
  const program = `const c=Buffer.alloc(1<<20);require('http').createServer((q,r)=>{let n=${MIB};const f=()=>{while(n-->0)if(!r.write(c))return r.once('drain',f);r.end()};f()}).listen(0,'127.0.0.1',function(){console.log(this.address().port)})`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  )
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill('SIGKILL') }
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
