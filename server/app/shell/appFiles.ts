import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { makeFolder } from '../../base/makeFolder.ts'
import { APP_FILE_NAME } from '#rules/appFiles.ts'

/**
 * Hands out the files of apps under `/apps/`, to everybody, in pieces where a slow network asks for
 * them. They are saved, never shown: nothing in them may act as a part of this site.
 */
export async function serveAppFiles(app: FastifyInstance, folder: string): Promise<void> {
  try {
    makeFolder(folder)
  } catch (error) {
    // A disk that cannot be written must not keep the console from starting.
    app.log.warn(error, 'the folder of app files could not be made')
    return
  }
  await app.register(staticFiles, {
    root: folder,
    prefix: '/apps/',
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    allowedPath: (path) => APP_FILE_NAME.test(path.replace(/^\//, '')),
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache')
      reply.header('content-disposition', 'attachment')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
    },
  })
}
