import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What prevents an interface, in the words a port is refused with. */
export type Refusal =
  | 'no rights'
  | 'no tun'
  | 'wireguard missing'
  | 'nftables missing'
  | 'amneziawg missing'
  | 'port in use'
  | 'range in use'
  | 'interface in use'
  | 'tunnel not valid'

/** Thrown where an operator can remove the obstacle. */
export class TunnelRefused extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`)
    this.reason = reason
  }
}

/** Thrown where a program failed; `isMissing` where it does not exist, or cannot be run. */
export class CommandFailed extends Error {
  readonly isMissing: boolean
  readonly said: string
  constructor(program: string, error: Error, said: string) {
    super(`${program}: ${said.trim() || error.message}`)
    this.isMissing = 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES')
    this.said = said
  }
}

const TIMEOUT_MS = 20_000

/**
 * Runs a program with these arguments, never through a shell, and returns its output. Secret or
 * long data is passed as `input` and not as an argument: arguments are visible to everyone on the
 * machine.
 */
export async function run(program: string, words: readonly string[], input = ''): Promise<string> {
  const path = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`
  const file = fileOf(input)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(program, words, {
    env: { PATH: path, LC_ALL: 'C' },
    timeout: TIMEOUT_MS,
    stdio: [file ?? 'ignore', 'pipe', 'pipe'],
  })
  const [out, said]: [Buffer[], Buffer[]] = [[], []]
  child.stdout?.on('data', (data: Buffer) => out.push(data))
  child.stderr?.on('data', (data: Buffer) => said.push(data))
  child.on('error', (error) => reject(new CommandFailed(program, error, '')))
  child.on('close', (code, signal) => {
    if (code === 0) return resolve(Buffer.concat(out).toString())
    const error = new Error(`ended with ${code ?? signal}`)
    reject(new CommandFailed(program, error, Buffer.concat(said).toString()))
  })
  return promise.finally(() => file !== undefined && closeSync(file))
}

/**
 * An unnamed file with this content. It replaces a pipe, because Node's pipes are sockets, and a
 * socket cannot be opened as `/dev/stdin`, which `wg` needs.
 */
function fileOf(text: string): number | undefined {
  if (text === '') return undefined
  const path = join(tmpdir(), `sluice-${randomUUID()}`)
  const file = openSync(path, 'wx+', 0o600)
  rmSync(path)
  // At a position, so that the reader begins there.
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, at)
  return file
}
