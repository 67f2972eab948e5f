/**
 * Programs of others that make clients of the contract, with which `npm run long` tries whether they
 * still can. Each is installed once, by the ordinary tool of its language, in a pinned version.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, FOLDER } from './clientPrograms.mjs'
import { forgetLeftOut, noteLeftOut } from './leftOut.mjs'

/** How long installing one may take, ms. */
const TIMEOUT_MS = 300_000

const TYPESCRIPT = {
  '@hey-api/openapi-ts': '0.95.0',
  '@types/node': '24.10.1',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
}
const PYTHON = 'openapi-python-client==0.29.0'
/** What a program in Rust needs beside the client that progenitor makes of a document. */
const RUST = [
  'progenitor = "0.11.2"',
  'reqwest = { version = "0.12", features = ["json", "stream", "cookies"] }',
  'serde = { version = "1", features = ["derive"] }',
  'serde_json = "1"',
  'tokio = { version = "1", features = ["rt", "macros"] }',
  'futures = "0.3"',
  'chrono = { version = "0.4", features = ["serde"] }',
  'regress = "0.10"',
  'uuid = { version = "1", features = ["serde", "v4"] }',
]
const GO = { module: 'github.com/oapi-codegen/oapi-codegen/v2', version: 'v2.5.0' }

const GENERATORS = {
  typescript: {
    file: 'node_modules/.bin/openapi-ts',
    install(folder) {
      const manifest = { name: 'generators', private: true, dependencies: TYPESCRIPT }
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
      return build('npm', ['install', '--no-audit', '--no-fund'], {
        cwd: folder,
        timeout: TIMEOUT_MS,
      })
    },
  },
  python: {
    file: 'bin/openapi-python-client',
    install: (folder) =>
      build('python3', ['-m', 'venv', folder], { timeout: TIMEOUT_MS }) ??
      build(join(folder, 'bin/pip'), ['install', '-q', PYTHON], { timeout: TIMEOUT_MS }),
  },
  go: {
    file: 'oapi-codegen',
    install(folder) {
      const runtime = 'github.com/oapi-codegen/runtime v1.1.2'
      const lines = [
        'module client',
        'go 1.24',
        `require ${GO.module} ${GO.version}`,
        `require ${runtime}`,
      ]
      writeFileSync(join(folder, 'go.mod'), `${lines.join('\n\n')}\n`)
      const args = ['build', '-mod=mod', '-o', 'oapi-codegen', `${GO.module}/cmd/oapi-codegen`]
      return build('go', args, { cwd: folder, timeout: TIMEOUT_MS })
    },
  },
  rust: {
    file: 'target/debug/client',
    // The libraries are compiled once, by a program that does nothing.
    install(folder) {
      const lines = ['[package]', 'name = "client"', 'edition = "2021"', '[dependencies]', ...RUST]
      writeFileSync(join(folder, 'Cargo.toml'), `${lines.join('\n')}\n`)
      mkdirSync(join(folder, 'src'), { recursive: true })
      writeFileSync(join(folder, 'src/main.rs'), 'fn main() {}\n')
      return build('cargo', ['build'], { cwd: folder, timeout: 2 * TIMEOUT_MS })
    },
  },
}

const VERSION = 1

/** The folder of a generator: `typescript`, `python`, `go` or `rust`. */
export const generatorFolder = (name) => join(FOLDER, `generator-${name}-${VERSION}`)

/** Whether a generator was installed. */
export const hasGenerator = (name) => existsSync(join(generatorFolder(name), GENERATORS[name].file))

/** Installs what is missing; what cannot be had is noted as left out. */
export function installGenerators() {
  forgetLeftOut('generators')
  for (const [name, { install }] of Object.entries(GENERATORS)) {
    if (hasGenerator(name)) continue
    console.log(`Installing the generators of clients in ${name} (once)…`)
    mkdirSync(generatorFolder(name), { recursive: true })
    const trouble = install(generatorFolder(name))
    if (trouble) noteLeftOut('generators', `clients in ${name}`, trouble)
  }
}
