import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

type Manifest = { name?: string; version?: string; license?: unknown }

/**
 * Notes the licence of every package whose text goes into a program, by name and version.
 *
 * Vite has the same as `build.license`, which ends on the one package that names two in a list.
 */
export function collectLicenses(into: Map<string, string>): Plugin {
  return {
    name: 'collect-licenses',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') for (const id of chunk.moduleIds) note(id, into)
    },
  }
}

/**
 * The same into a file, which several builds of one folder add to: console, worker and agent do not
 * share their memory.
 */
export function keepLicenses(file: string): Plugin {
  const noted = new Map<string, string>()
  return {
    ...collectLicenses(noted),
    writeBundle() {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify([...new Map([...keptLicenses(file), ...noted])]))
    },
  }
}

/** What builds have kept in a file, by name and version. */
export function keptLicenses(file: string): Map<string, string> {
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '[]'
  return new Map(JSON.parse(kept) as [string, string][])
}

/** The packages of others and their licences, as one document. */
export function licensesText(packages: ReadonlyMap<string, string>): string {
  const entries = [...packages].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const parts = entries.map(([name, text]) => `## ${name}\n\n${text.trim()}\n`)
  return `# Licences of what is in here\n\n${parts.join('\n')}`
}

function note(id: string, into: Map<string, string>): void {
  const file = id.replace(/^\0/, '').replace(/\?.*$/, '')
  if (!file.includes('/node_modules/')) return
  const folder = packageFolder(dirname(file))
  if (folder === undefined) return
  const { name, version, license } = readManifest(folder)
  const text = licenseFile(folder)
  into.set(`${name} ${version}`, `${[license].flat().join(', ')}\n\n${text}`)
}

/** The folder whose manifest names the package; some have manifests without a name further in. */
function packageFolder(folder: string): string | undefined {
  for (let at = folder; at !== dirname(at); at = dirname(at))
    if (existsSync(join(at, 'package.json')) && readManifest(at).name) return at
  return undefined
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

function licenseFile(folder: string): string {
  const name = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one))
  return name ? readFileSync(join(folder, name), 'utf8') : ''
}
