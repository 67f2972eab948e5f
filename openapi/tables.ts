import { type Audit, type Document, operationsOf } from './document.ts'
import { jsonTextNames } from './json-text.ts'

/** How every file begins that is made of the contract. */
export const MADE = '// Made by `npm run contract`. Do not edit.\n'

/** The tables that are made from the document: source text by the name of its file. */
export function tablesOf(document: Document): Record<string, string> {
  return { ...rightsOf(document), ...doingsOf(document), ...wireOf(document) }
}

/** Who may call what, and what is answered to others. */
function rightsOf(document: Document): Record<string, string> {
  const operations = operationsOf(document)
  const permitted = operations.filter(({ operation }) => operation['x-permission'])
  return {
    'roles.ts': file(
      table(
        'roles',
        'Who may call an operation. Empty: everybody.',
        operations.map(({ id, roles }) => [id, roles]),
      ),
      table(
        'permissions',
        'What admins other than the main one need for an operation.',
        permitted.map(({ id, operation }) => [id, operation['x-permission']]),
      ),
      table(
        'refusalWords',
        'The words an operation may be refused with.',
        operations.map(({ id, refusals }) => [id, refusals]),
      ),
    ),
    'problems.ts': file(
      table(
        'problems',
        'What any call may be refused with, and what each word means.',
        Object.entries(document['x-refusals']).map(([word, said]) => [`'${word}'`, said]),
      ),
    ),
  }
}

/** What a call does, to what is stored, to what is on screen and to the audit log. */
function doingsOf(document: Document): Record<string, string> {
  const operations = operationsOf(document)
  return {
    'effects.ts': file(
      table(
        'effects',
        'What a call does: it reads, it writes, or it takes away what no other call brings back.',
        operations.map(({ id, operation }) => [id, operation['x-effect']]),
      ),
    ),
    'outdated.ts': file(
      table(
        'outdated',
        'The reads whose answers are wrong once a write is done.',
        operations.flatMap(
          ({ id, operation: { 'x-outdates': reads = [] } }): [string, string[]][] =>
            reads.length > 0 ? [[id, reads]] : [],
        ),
      ),
    ),
    'audits.ts': file(
      table(
        'audits',
        'What the audit log says a call of an admin is about. What is not here is not noted.',
        operations.flatMap(({ id, operation: { 'x-audit': audit } }): [string, Audit][] =>
          audit && 'subject' in audit ? [[id, audit]] : [],
        ),
      ),
    ),
    'kept.ts': file(
      `
/** Answers that may lie on a device, by whose: nothing else may. */
export const kept = {
${['everybody', 'user', 'admin'].map((who) => `  ${who}: ${JSON.stringify(keptFor(document, who))},\n`).join('')}} as const
`,
    ),
  }
}

/** How a call is sent, and how servers older than the contract take it. */
function wireOf(document: Document): Record<string, string> {
  const operations = operationsOf(document)
  const keyed = operations.filter(({ operation }) => operation['x-idempotent'])
  const added = operations.filter(({ isDeployed }) => !isDeployed)
  return {
    'idempotent.ts': file(
      table(
        'idempotent',
        'The writes that take an Idempotency-Key, and where each is sent to.',
        keyed.map(({ id, method, path }) => [id, `${method.toUpperCase()} ${path}`]),
      ),
    ),
    'jsonTextProperties.ts': file(`
/** Properties that older servers send as JSON text. */
export const jsonTextProperties: readonly string[] = ${JSON.stringify(jsonTextNames(document))}
`),
    'added.ts': file(
      `
/** Version of the contract, as this server's status names it. */
export const CONTRACT = '${document.info.version}'
`,
      list(
        'added',
        'Operations that no server older than the contract has.',
        added.map(({ id }) => id),
      ),
    ),
  }
}

/** What is stored for a visitor (`everybody`), a customer or an admin, besides what is for everybody. */
function keptFor(document: Document, who: string): string[] {
  const isOf = (role: string) => role === who || (who === 'admin' && role === 'mainAdmin')
  return operationsOf(document)
    .filter(({ operation }) => operation['x-keep'])
    .filter(({ roles }) => (roles.length === 0 ? who === 'everybody' : roles.some(isOf)))
    .map(({ id }) => id)
}

const file = (...parts: string[]) => [MADE, ...parts].join('')

function table(name: string, what: string, rows: (readonly [string, unknown])[]): string {
  const lines = rows.map(([id, value]) => `  ${id}: ${JSON.stringify(value)},\n`)
  return `\n/** ${what} */\nexport const ${name} = {\n${lines.join('')}} as const\n`
}

function list(name: string, what: string, ids: readonly string[]): string {
  const lines = ids.map((id) => `  '${id}',\n`)
  return `\n/** ${what} */\nexport const ${name} = [\n${lines.join('')}] as const\n`
}
