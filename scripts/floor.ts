/** The oldest browsers the console is for, and whether a build is for them (docs/decisions/0123). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

/** The first versions the console is for: Safari and iOS, Chrome and what is made of it, Firefox. */
export const FLOOR = { safari: 15.4, chrome: 95, firefox: 100 }

/** The same as the compilers read it. */
export const TARGET = [
  `safari${FLOOR.safari}`,
  `chrome${FLOOR.chrome}`,
  `edge${FLOOR.chrome}`,
  `firefox${FLOOR.firefox}`,
]

/** Syntax that one of them cannot read: a file with it is lost as a whole. By its node in ESTree. */
const NEWER_SYNTAX: Record<string, string> = {
  // Safari 16.4.
  StaticBlock: 'a static block',
  // Safari 17.2, Chrome 123, Firefox 138.
  ImportAttribute: 'an import attribute',
  AccessorProperty: 'an accessor',
  Decorator: 'a decorator',
}

/** Patterns likewise: look-behind (Safari 16.4), the flag v (17), modifiers (26). */
const NEWER_PATTERN = /\(\?<[=!]|\(\?[ims]*-?[ims]+:/

/** What the scripts of a folder hold that a browser of the floor cannot read, a sentence each. */
export function unreadable(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) =>
      newerIn(readFileSync(join(folder, name), 'utf8')).map((one) => `${name}: ${one}`),
    )
}

/** What a script holds that a browser of the floor cannot read. */
export function newerIn(script: string): string[] {
  const found: string[] = []
  const [names, exported] = [new Set<string>(), new Set<string>()]
  const visit = (node: unknown) => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, regex, kind } = node as { type: string; regex?: Pattern; kind?: string }
    if (type === 'ExportNamedDeclaration' && !('source' in node && node.source))
      for (const one of exportsOf(node)) exported.add(one)
    if (type === 'ExportSpecifier') return
    if (type === 'Identifier' && 'name' in node) names.add(String(node.name))
    if (NEWER_SYNTAX[type]) found.push(NEWER_SYNTAX[type])
    if (type === 'VariableDeclaration' && kind?.includes('using')) found.push('using')
    if (regex && (NEWER_PATTERN.test(regex.pattern) || regex.flags.includes('v')))
      found.push(`the pattern /${regex.pattern}/${regex.flags}`)
    // A pattern that is put together as text fails when it is used.
    const text = textOf(node)
    if (text !== undefined && /\(\?<[=!]/.test(text)) found.push(`the text ${text.slice(0, 60)}`)
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseAst(script))
  // The bundler wrote such a file once, which no browser loads: a name it does not have is exported.
  for (const name of exported)
    if (!names.has(name)) found.push(`the export of ${name}, which is nothing`)
  return found
}

const exportsOf = (node: object) =>
  (node as { specifiers?: { local: { name?: string } }[] }).specifiers?.flatMap(
    ({ local }) => local.name ?? [],
  ) ?? []

type Pattern = { pattern: string; flags: string }

function textOf(node: object): string | undefined {
  const { type, value } = node as { type?: string; value?: unknown }
  if (type === 'Literal' && typeof value === 'string') return value
  if (type === 'TemplateElement') return (value as { raw: string }).raw
  return undefined
}
