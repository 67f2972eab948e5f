import type { RouteOptions } from 'fastify'
import { type Document, operationsOf, resolvedIn, type Schema } from '../../openapi/document.ts'

type Parameter = { name: string; in: string; required?: boolean; schema: Schema }

/** Where Fastify looks for what the contract says of each place of a request. */
const PLACES = { params: 'path', querystring: 'query', headers: 'header' } as const

/** Made once for every server of a process: the tests make hundreds. */
const made = new WeakMap<Document, ReturnType<typeof makeRoutes>>()

/**
 * The contract's operations as Fastify's routes: method, address, and the JSON Schema of each part
 * of a request, without references. The same objects for the same document, so that a schema is
 * compiled once (`inputChecks`).
 */
export function routesOf(document: Document): ReturnType<typeof makeRoutes> {
  const routes = made.get(document) ?? makeRoutes(document)
  made.set(document, routes)
  return routes
}

function makeRoutes(document: Document) {
  return operationsOf(document).map(({ id, method, path, operation }) => ({
    id,
    operation,
    route: {
      method: method.toUpperCase(),
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      ...(operation['x-body-limit'] && { bodyLimit: operation['x-body-limit'] }),
      schema: {
        operationId: id,
        ...parametersIn(resolvedIn(document, operation.parameters ?? []) as Parameter[]),
        ...bodyIn(resolvedIn(document, operation.requestBody)),
      },
    } satisfies Partial<RouteOptions>,
  }))
}

/** An object schema for each place that has parameters. */
function parametersIn(parameters: Parameter[]) {
  const schemas = Object.entries(PLACES).map(([place, where]) => {
    const here = parameters.filter((one) => one.in === where)
    // Node spells the names of headers in lower case.
    const nameOf = ({ name }: Parameter) => (where === 'header' ? name.toLowerCase() : name)
    const properties = Object.fromEntries(here.map((one) => [nameOf(one), one.schema]))
    const required = here.filter((one) => one.required).map(nameOf)
    return [place, here.length > 0 ? { type: 'object', properties, required } : undefined]
  })
  return Object.fromEntries(schemas.filter(([, schema]) => schema))
}

/** A schema for each media type of a body. */
function bodyIn(requestBody: { content: object } | undefined) {
  return requestBody ? { body: { content: requestBody.content } } : {}
}
