/** How many bytes of JavaScript a first visit may cost. Fails the build when it grows past that. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>

/** KiB after brotli, by what is loaded. */
const BUDGET = { login: 140, accounts: 165, largest: 33, all: 820 }

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
  const list = closure(manifest, [
    ...find(/routes\/admin\/route\.tsx/),
    ...find(/routes\/admin\/account\/index\.tsx/),
    ...find(/device\/cache\.ts/),
    ...find(/^_area-/),
    ...find(/locales\/areas\/zh-CN\.po/),
  ])
  const lazy = keys.filter((key) => !login.has(key) && !list.has(key))
  return {
    login: size(manifest, login),
    accounts: size(
      manifest,
      [...list].filter((key) => !login.has(key)),
    ),
    largest: Math.max(...lazy.map((key) => size(manifest, [key]))),
    // What one person can load: everything, in one language.
    all: size(
      manifest,
      keys.filter((key) => !/locales\/.*(ja-JP|en-US|ru-RU)/.test(key)),
    ),
  }
}

/** Prints the measures beside their budgets and fails where one is exceeded. */
export function checkBudget(): void {
  const measured = measure()
  let over = false
  for (const [name, most] of Object.entries(BUDGET)) {
    const kib = measured[name as keyof typeof BUDGET]
    over ||= kib > most
    console.log(
      `  ${name.padEnd(10)} ${kib.toFixed(1).padStart(6)} of ${most} KiB${kib > most ? '  TOO MUCH' : ''}`,
    )
  }
  if (over) throw new Error('The build is over its budget of JavaScript.')
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
  let bytes = 0
  for (const file of files) bytes += brotliCompressSync(readFileSync(`dist/${file}`)).length
  return bytes / 1024
}

if (import.meta.main) checkBudget()
