/**
 * `sluice upgrade <folder or file>` and `sluice rollback`; and what they, the package's scripts and the
 * starts of an upgrade call of themselves: `rehearse`, `follow`, `loss`, `put-back`, `give-up`, `hold`;
 * and `asked`, which systemd has root call where something was asked for on the page.
 */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { configOrEnd } from '../../base/configOrEnd.ts'
import { lockFile } from '../../base/fileLock.ts'
import { command } from '../../base/installation.ts'
import { NotTrusted, readKey } from '../release/minisign.ts'
import { doAsked, ownKey } from './asked.ts'
import { HELD, holdUpgrade, lockSoon } from './hold.ts'
import { layoutHere } from './layout.ts'
import { lossOf } from './loss.ts'
import { putBack } from './putBack.ts'
import { UpgradeRefused } from './refused.ts'
import { rehearse } from './rehearse.ts'
import { DATA_DIR, serviceHere } from './service.ts'
import { LOCK, readState, writeState } from './state.ts'
import { fileFor, takeIn } from './unpack.ts'
import {
  follow,
  lossOfRollBack,
  rollBackUpgrade,
  sentence,
  stateToRollBack,
  upgradeTo,
} from './upgrade.ts'

const USAGE = `${command('upgrade <folder or file>')} [--key <public key of minisign, or its file>]
${command('rollback')} [--yes]`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, yes: { type: 'boolean' } },
})
const say = (text: string) => console.log(text)

async function run([word, ...rest]: readonly string[]): Promise<string> {
  switch (word) {
    case 'rehearse':
      return JSON.stringify(await rehearse(configOrEnd()))
    case 'put-back':
      await putBack(configOrEnd())
      return ''
    case 'loss':
      return lossOf(configOrEnd())
    case 'give-up':
      return giveUp()
    case 'hold':
      return hold()
    case 'asked':
      // Nothing else of the settings: where they are wrong the page is to be told.
      return doAsked({ dataDir: resolve(process.env.DATA_DIR || DATA_DIR), key: ownKey(), held })
    case 'follow':
      return held((deps) => follow(rest[0] ?? '', deps))
    case 'rollback':
      return rollBack()
    case undefined:
      throw new UpgradeRefused(USAGE)
    default:
      return held((deps) =>
        upgradeTo(() => takeIn(fileFor(word, deps.layout), deps.layout), {
          ...deps,
          key: keyGiven(),
        }),
      )
  }
}

/** Does this as the only one, to its end: a terminal that is closed ends nothing. */
async function held(work: (deps: Parameters<typeof follow>[1]) => Promise<string>) {
  process.on('SIGHUP', () => {})
  const layout = layoutHere()
  const service = serviceHere()
  if (process.getuid?.() !== 0 && process.getuid?.() !== service.owner.uid)
    throw new UpgradeRefused('It replaces the programs and restarts the service: run it as root.')
  const letGo = await holdUpgrade(service)
  try {
    return await work({ layout, service, letGo, say: sayIfHeard })
  } finally {
    letGo()
  }
}

/** Whoever listened may be gone. */
function sayIfHeard(text: string): void {
  process.stdout.write(`${text}\n`)
}
process.stdout.on('error', () => {})

function keyGiven() {
  const { key } = values
  if (key !== undefined) return readKey(existsSync(key) ? readFileSync(key, 'utf8') : key)
  const own = ownKey()
  if (own) return own
  throw new NotTrusted('This release has no key built in: give the one you trust with --key.')
}

/** Holds the lock for root, as the console's user, until root's end closes what this reads. */
async function hold(): Promise<string> {
  if (!(await lockSoon(configOrEnd().dataDir))) return 'taken'
  process.stdout.write(`${HELD}\n`)
  await once(process.stdin.resume(), 'end')
  process.exit()
}

async function rollBack(): Promise<string> {
  return held(async (deps) => {
    const state = stateToRollBack(deps.layout, deps.service.config.dataDir)
    const loss = `${state.to?.version} goes, and ${state.from.version} comes back. ${await lossOfRollBack(deps)}`
    if (!values.yes && !process.stdin.isTTY)
      throw new UpgradeRefused(`${loss} If that is meant: ${command('rollback --yes')}`)
    if (!values.yes && !(await agrees(loss))) throw new UpgradeRefused('Nothing was changed.')
    return rollBackUpgrade(deps)
  })
}

async function agrees(text: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(`${text}\nType "yes" to go back: `)).trim() === 'yes'
  } finally {
    terminal.close()
  }
}

/**
 * A new release has ended again and again in its trial, and the start that counts has the old one say
 * so. Where somebody watches, that one decides.
 */
function giveUp(): string {
  const { dataDir } = configOrEnd()
  const letGo = lockFile(join(dataDir, LOCK))
  if (!letGo) return ''
  try {
    const state = readState(dataDir)
    if (state?.phase === 'trial')
      writeState(dataDir, {
        ...state,
        phase: 'going back',
        said: `${state.to?.version} was taken back: it ended again and again before it answered. ${state.from.version} serves again, with its data as it was.`,
      })
    return ''
  } finally {
    letGo()
  }
}

await run(positionals).then(
  (text) => text && say(text),
  (error: unknown) => {
    console.error(
      error instanceof UpgradeRefused || error instanceof NotTrusted
        ? error.message
        : sentence(error),
    )
    process.exitCode = 1
  },
)
