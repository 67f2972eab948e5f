/** How many bytes of scripts and styles a first visit may cost. Fails when a build grows past that. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>

/**
 * KiB after brotli, by what is loaded. `all` grew by 9 and `customer` by half of one for the front
 * page with its log-in, the accounts beside conversations, orders within them, and who is connected;
 * by 3 for the page of an account, which the compiler of React takes now, and for logging others
 * out; and by 5 for the lists beside what is open, which only wide screens load;
 * and by 4 for an invitation as a picture, the price below the login and the test email of Home;
 * and by 7 for what is shared to the console, the days of Home’s figures as a table, bringing back
 * plans, articles and announcements, whose words every screen of their areas loads, servers beside
 * the open one, and what operators have at the thumb: `accounts` grew by one, `customer` by half of it.
 * and by 1 for orders beside their list and months nobody knows in a chart: `accounts` by half of it.
 * `login` grew by 0.4 for sending for what stands behind it before it is asked for; the screens there
 * shrank by 0.5 to 2 meanwhile, as smaller files became one.
 * `accounts` and `all` grew by 0.7 and 1.5 for filters that are applied to the latest address and rows
 * that are drawn in one another's elements.
 * `accounts` grew by 1.7, and `customer` by half of one, for the menu of a phone, which slides in before
 * it could be loaded.
 * All of them shrank, `all` by 77, when the rules of styles moved into a sheet: `styles`.
 * All of them grew by half of one, `all` by 3, for browsers of the floor: syntax they cannot read otherwise,
 * looking for stand-ins, lengths they know, a storage that never opens, and leaving while files come.
 * `login`, `accounts` and `customer` grew by 1.3, `all` by 10: who a reply is from, texts that outlive a
 * session, one verdict of connection with its sentences, refunds and disputes at the provider, what is
 * left of a plan, and the alphabets of tables.
 * `accounts` grew by 0.4 for the words about backups that are off and how long traffic is stored.
 * `login` grew by 0.3, `accounts` and `customer` by 0.6 and `all` by 5 for forms that follow fetched answers,
 * outcomes that are found out, what people paste, columns that are heard, and ports set aside.
 * `accounts` and `customer` grew by 0.3 for addresses in messages that are links, Markdown that is read once,
 * and reads that end as somebody logs out.
 * `login` grew by 2, and `accounts` and `customer` shrank by half of one, for a table of the files that are
 * loaded later: a release of one changed word renames six files with it and 329 without.
 * The room beyond that is for builds of the same sources, which differ by some tenths.
 * `all` grew by 3 for Shadowsocks 2022 and Trojan in the form of a server, in four languages, by 5 for
 * WebSocket there, the order of carriers and what each app gets, and by 4 for speeds in the forms of
 * plans and accounts; `customer` by half of one for an account that has been slowed down.
 * `login` grew by a tenth for addresses whose number is none.
 * `login` and `customer` grew by 0.4, `accounts` by 0.8, for eighteen operations: devices with keys, spare
 * addresses, backups set up in the console. `all` grew by 26 for their screens in four languages, the
 * page Service, the most, with 15.
 * `all` grew by 12, `accounts` by half of one and `largest` by one, for upgrades on the page Service: releases that
 * are found or sent, their state, what is said before each deed, 57 sentences, which every screen of admins loads;
 * for Shadowsocks inside a WebSocket, accounts without a port and a grace for former keys. `customer` grew by 0.6
 * for the last three: the way in to a server, the name of an account, and two questions.
 */
const BUDGET = {
  login: 144.7,
  accounts: 128.3,
  customer: 96.2,
  largest: 23.8,
  all: 1_048,
  standIns: 11,
  styles: 24.3,
}

/** Measures the build; throws when a budget is exceeded. Returns KiB (brotli) by name. */
export function measure(): Record<keyof typeof BUDGET, number> {
  const manifest: Manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
  const keys = Object.keys(manifest)
  const find = (pattern: RegExp) => keys.filter((key) => pattern.test(key))
  const entry = keys.filter((key) => manifest[key]?.isEntry)
  const login = closure(manifest, [
    ...entry,
    ...find(/routes\/home\/route\.tsx/),
    ...find(/routes\/home\/login\.index\.tsx/),
    // The files that hold several screens' parts go by the name of their group.
    ...find(/^_login-/),
    ...find(/locales\/zh-CN\.po/),
  ])
  // What an area's screen adds: its frame, the cache of answers, and the area's words.
  const inArea = (area: string, screen: RegExp) =>
    closure(manifest, [
      ...keys.filter((key) => key.includes(`routes/${area}/route.tsx`)),
      ...find(screen),
      ...find(/device\/cache\.ts/),
      ...find(/^_area-/),
      ...keys.filter((key) => key.endsWith(`locales/areas/zh-CN.po?area=${area}`)),
    ])
  const list = inArea('admin', /routes\/admin\/account\/index\.tsx/)
  const customer = inArea('user', /routes\/user\/account\.tsx/)
  const more = (keysOf: Set<string>) =>
    size(
      manifest,
      [...keysOf].filter((key) => !login.has(key)),
    )
  // What only browsers load that lack something (`src/device/stand-ins.ts`): measured apart.
  const standIns = find(/device\/stand-ins\.ts/)
  const lazy = keys.filter(
    (key) => ![login, list, customer].some((loaded) => loaded.has(key)) && !standIns.includes(key),
  )
  // Beside the entry in the page: which file is loaded by which name, later.
  const table = sum(globSync('assets/files-*.js', { cwd: 'dist' }))
  return {
    login: table + size(manifest, login),
    accounts: more(list),
    customer: more(customer),
    largest: Math.max(...lazy.map((key) => size(manifest, [key]))),
    // What one person can load: everything, in one language.
    all:
      table +
      size(
        manifest,
        keys.filter((key) => !/locales\/.*(ja-JP|en-US|ru-RU)|device\/stand-ins/.test(key)),
      ),
    standIns: size(manifest, standIns),
    styles: sum(find(/^_styles-/).flatMap((key) => manifest[key]?.file ?? [])),
  }
}

/**
 * Prints the measures beside their budgets; whether all are kept. An operator who only starts a
 * console is not kept from it by a few KiB: `npm run budget` fails, as `npm test` asks it.
 */
export function showBudget(): boolean {
  const measured = measure()
  let over = false
  for (const [name, most] of Object.entries(BUDGET)) {
    const kib = measured[name as keyof typeof BUDGET]
    over ||= kib > most
    console.log(
      `  ${name.padEnd(10)} ${kib.toFixed(1).padStart(6)} of ${most} KiB${kib > most ? '  TOO MUCH' : ''}`,
    )
  }
  return !over
}

function closure(manifest: Manifest, keys: string[]): Set<string> {
  const seen = new Set<string>()
  const walk = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const imported of manifest[key]?.imports ?? []) walk(imported)
  }
  for (const key of keys) walk(key)
  return seen
}

function size(manifest: Manifest, keys: Iterable<string>): number {
  const files = new Set(
    [...keys].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')),
  )
  return sum(files)
}

/** KiB of some files of the build after brotli. */
function sum(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += packedSize(`dist/${file}`)
  return bytes / 1024
}

/** Bytes of a file after brotli: the build has packed all but the smallest. */
function packedSize(file: string): number {
  const packed = statSync(`${file}.br`, { throwIfNoEntry: false })
  return packed?.size ?? brotliCompressSync(readFileSync(file)).length
}

if (import.meta.main && !showBudget()) throw new Error('The build is over its budget.')
