import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The content hashes of files, by their path in the build. */
export type Validators = ReadonlyMap<string, string>

const COMPRESSED = /\.(br|gz)$/

/**
 * Entity tags (RFC 9110, 8.8.3) of the files beside `assets` and of the manual, which are
 * revalidated each time.
 *
 * Computed from their content: archives give every file of every release the same date, and the
 * shells of two releases have the same length, because the names in them do.
 */
export function readValidators(folder: string): Validators {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
  return new Map(
    files
      .filter((name) => !name.includes('/') || name.startsWith('guide/'))
      .filter((name) => !COMPRESSED.test(name) && !name.startsWith('.'))
      .map((name) => {
        const hash = createHash('sha256').update(readFileSync(join(folder, name)))
        // Weak: compressed it is the same.
        return [name, `W/"${hash.digest('base64url').slice(0, 22)}"`]
      }),
  )
}

/** The tag of a file that is sent, compressed or not; its path begins with the folder. */
export const validatorOf = (validators: Validators, folder: string, path: string) =>
  validators.get(path.slice(folder.length + 1).replace(COMPRESSED, ''))

/** Whether a client has the current version already. */
export const isUnchanged = ({ headers }: FastifyRequest, reply: FastifyReply): boolean => {
  const tag = reply.getHeader('etag')
  const has = headers['if-none-match']?.split(',').some((one) => one.trim() === tag)
  return reply.statusCode === 200 && tag !== undefined && has === true
}
