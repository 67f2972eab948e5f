import { auditFaults } from './audit.ts'
import { type Document, operationsOf } from './document.ts'

type Operation = ReturnType<typeof operationsOf>[number]

/**
 * What is wrong with the words (`x-…`) that the operations of a document say of themselves: one that
 * is missing, one that is not needed, one that nobody knows. One sentence for each.
 */
export function faultsOfWords(document: Document): string[] {
  const operations = operationsOf(document)
  const each = [
    effectFaults,
    permissionFaults,
    auditFaults,
    scopeFaults,
    keepFaults,
    outdatesFaults,
  ].flatMap((faultsOf) => operations.flatMap((one) => faultsOf(document, one)))
  return [...each, ...unused(document)]
}

/** What a program may do on its own, and what it has to ask a person about, hangs on this word. */
function effectFaults(_document: Document, { id, method, operation }: Operation): string[] {
  const { 'x-effect': effect, 'x-idempotent': isKeyed, 'x-permission': permission } = operation
  if (effect === undefined) return [`${id} has no x-effect`]
  if (!['read', 'write', 'destroy'].includes(effect))
    return [`${id}: x-effect is read, write or destroy, and not "${effect as string}"`]
  if (method === 'get' && effect !== 'read')
    return [`${id} is a GET, and its x-effect is ${effect}`]
  if (effect !== 'read')
    return permission === 'look'
      ? [`${id} is permitted to who looks, and its x-effect is ${effect}`]
      : []
  if (method === 'put' || method === 'delete')
    return [`${id} is a ${method.toUpperCase()}, and its x-effect is read`]
  return isKeyed ? [`${id} takes a key, and its x-effect is read`] : []
}

/** What an admin other than the main one needs; the main admin may do everything. */
function permissionFaults(document: Document, { id, roles, operation }: Operation): string[] {
  const word = operation['x-permission']
  const isNeeded = roles.includes('admin')
  if (isNeeded && word === undefined)
    return [`${id} has no x-permission, and admins other than the main one may call it`]
  if (!isNeeded && word !== undefined)
    return [`${id} has an x-permission, and no admin other than the main one may call it`]
  return word === undefined || Object.hasOwn(document['x-permissions'], word)
    ? []
    : [`${id}: x-permissions does not say what "${word}" permits`]
}

/**
 * To whose things a call is confined. The handler confines it; `tests/server/admin/scopes.test.ts` calls
 * each and looks whether the word is true.
 */
function scopeFaults(_document: Document, { id, roles, operation }: Operation): string[] {
  const word: string | undefined = operation['x-scope']
  const isNeeded = roles.includes('admin') || roles.includes('user')
  if (isNeeded && word === undefined)
    return [`${id} has no x-scope, and others than the main admin may call it`]
  if (!isNeeded && word !== undefined)
    return [`${id} has an x-scope, and is for the main admin or for everybody`]
  const isKnown = word === undefined || ['own', 'group', 'all'].includes(word)
  if (!isKnown) return [`${id}: x-scope is own, group or all, and not "${word}"`]
  if (word === 'group' && !roles.includes('admin'))
    return [`${id} is confined to the group of an admin, and no admin may call it`]
  return word === 'all' && operation['x-effect'] !== 'read'
    ? [`${id} writes, and is confined to nobody`]
    : []
}

/** What a device stores is an answer that was asked for, and not what a write said. */
function keepFaults(_document: Document, { id, operation }: Operation): string[] {
  const { 'x-keep': isKept, 'x-audit': audit = { none: '' }, 'x-effect': effect } = operation
  if (isKept && effect !== 'read')
    return [`${id} writes, and its answer is not for a device (x-keep)`]
  return isKept && 'subject' in audit
    ? [`${id} is noted in the audit log, and its answer is not for a device (x-keep)`]
    : []
}

/** A screen that shows what a write changed asks again for it. */
function outdatesFaults(document: Document, { id, operation }: Operation): string[] {
  const { 'x-outdates': outdated, 'x-effect': effect } = operation
  if (effect === 'read') return outdated ? [`${id} reads, and outdates nothing (x-outdates)`] : []
  if (!outdated) return [`${id} has no x-outdates, and it writes`]
  const reads = readsOf(document)
  return outdated
    .filter((read) => !reads.has(read))
    .map((read) => `${id}: x-outdates names ${read}, which is no operation that reads`)
}

const readsOf = (document: Document) =>
  new Set(
    operationsOf(document)
      .filter(({ operation }) => operation['x-effect'] === 'read')
      .map(({ id }) => id),
  )

function unused(document: Document): string[] {
  const used = new Set(operationsOf(document).map(({ operation }) => operation['x-permission']))
  return Object.keys(document['x-permissions'])
    .filter((word) => !used.has(word))
    .map((word) => `no operation needs the permission "${word}"`)
}
