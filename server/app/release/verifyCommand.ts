/** `sluice verify <folder or file>`: whether a downloaded release is whole, ours and newer. */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { command } from '../../base/installation.ts'
import { OF_RELEASE, VERSION } from '../../base/version.ts'
import { NotTrusted, readKey } from './minisign.ts'
import { verifyRelease } from './verify.ts'

const USAGE = `${command('verify <folder or file>')} [--key <public key of minisign, or its file>]`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' } },
})

async function run(): Promise<string> {
  const [path] = positionals
  if (path === undefined) throw new NotTrusted(USAGE)
  const given = values.key ?? OF_RELEASE?.key
  if (given === undefined)
    throw new NotTrusted('This release has no key built in: give the one you trust with --key.')
  // What is built in names no file, wherever this is run.
  const isFile = values.key !== undefined && existsSync(given)
  const key = readKey(isFile ? readFileSync(given, 'utf8') : given)
  const { platform, arch } = process
  const installed = { version: VERSION, time: OF_RELEASE?.time }
  return verifyRelease(path, { key, installed, machine: { platform, arch } })
}

await run().then(
  (text) => console.log(text),
  (error: unknown) => {
    console.error((error as Error).message)
    process.exitCode = 1
  },
)
