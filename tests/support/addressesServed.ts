import type { FastifyInstance } from 'fastify'
import document from '../../openapi/made/openapi.json' with { type: 'json' }

const unnamed = (path: string) =>
  path
    .toLowerCase()
    .replace(/\{\w+\}/g, ':')
    .replace(/:[^/]*/g, ':')

const operations = new Set(Object.keys(document.paths).map(unnamed))

/**
 * Every address a server answers that is no operation of the contract, as its router knows it: one
 * that is added is in here without being named.
 */
export async function addressesWithoutOperation(app: FastifyInstance): Promise<string[]> {
  await app.ready()
  const above: string[] = []
  const paths: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] =
      /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
    if (part === '') continue
    const depth = indent.length / 4
    above.splice(depth, Infinity, part)
    if (methods) paths.push(above.join(''))
  }
  return [...new Set(paths)].filter((path) => !operations.has(unnamed(path)))
}
