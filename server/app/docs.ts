import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { INSTALLATION } from '../base/installation.ts'

/** Serves the contract: a page at `/api/docs`, JSON at `/api/docs/json` and `/api/openapi.json`. */
export async function serveDocs(app: FastifyInstance, document: object): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  const { docs } = INSTALLATION
  await app.register(swaggerUi, {
    ...(docs && { baseDir: docs, logo: logoIn(docs) }),
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true, supportedSubmitMethods: [] },
    theme: { title: 'Sluice API' },
  })
  let text: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(document)
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** In a packed release the library does not find its own files. */
const logoIn = (folder: string) => ({
  type: 'image/svg+xml',
  content: readFileSync(join(folder, 'logo.svg')),
})
