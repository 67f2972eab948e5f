import { type Document, operationsOf, resolvedIn, type Schema } from './document.ts'

type Operation = ReturnType<typeof operationsOf>[number]

const KNOWN = ['subject', 'id', 'key', 'label', 'isEdit', 'isLook', 'rule']

/**
 * What is wrong with what an operation says of the audit log. Whatever an admin sends is noted, or
 * it is said why not; what is only read is noted where it is said so.
 */
export function auditFaults(document: Document, one: Operation): string[] {
  const { id, method, roles, operation } = one
  const audit = operation['x-audit']
  const isAdmins = roles.some((role) => role === 'admin' || role === 'mainAdmin')
  if (audit === undefined)
    return isAdmins && method !== 'get' ? [`${id} has no x-audit, and an admin sends it`] : []
  if (!isAdmins) return [`${id} has an x-audit, and no admin may call it`]
  if ('none' in audit) {
    if (method === 'get') return [`${id} needs no x-audit to be left out, as it only reads`]
    return audit.none && Object.keys(audit).length === 1
      ? []
      : [`${id}: x-audit is either none, with a reason, or a subject`]
  }
  const { subject, key, label } = audit
  const ids = [audit.id ?? []].flat()
  const places = [...ids, ...[key ?? [], label ?? []].flat().filter((name) => name.includes('.'))]
  const sent = placesIn(document, operation)
  return [
    ...(subject ? [] : ['names no subject']),
    ...(subject === 'setting' && !key ? ['does not say which setting'] : []),
    ...(label === undefined || label.includes('.') ? [] : [`takes its label from nowhere`]),
    ...places.filter((name) => !sent.has(name)).map((name) => `takes "${name}", which is not sent`),
    ...Object.keys(audit)
      .filter((name) => !KNOWN.includes(name))
      .map((name) => `says "${name}", which nobody reads`),
  ].map((fault) => `${id}: x-audit ${fault}`)
}

/** Everything a call may be told apart by: `path.accountId`, `body.name`, `caller`. */
function placesIn(document: Document, operation: Operation['operation']): Set<string> {
  const { parameters = [], requestBody } = resolvedIn(document, {
    parameters: operation.parameters ?? [],
    requestBody: operation.requestBody,
  })
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => namesIn(schema))
  return new Set([
    'caller',
    ...parameters.map((parameter) => `${String(parameter.in)}.${String(parameter.name)}`),
    ...bodies.map((name) => `body.${name}`),
  ])
}

/** The properties of an object, also of one that is put together or one of several. */
function namesIn(schema: Schema | undefined): string[] {
  if (!schema) return []
  const {
    properties = {},
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = schema as {
    properties?: object
  } & { [part in 'allOf' | 'anyOf' | 'oneOf']?: Schema[] }
  return [...Object.keys(properties), ...[...allOf, ...anyOf, ...oneOf].flatMap(namesIn)]
}
