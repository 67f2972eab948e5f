import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The entity tag of a file by its path in the build; undefined under `assets`. */
export type Validators = (name: string) => string | undefined

const COMPRESSED = /\.(br|gz)$/

/**
 * Entity tags (RFC 9110, 8.8.3) of the files beside `assets` and of the manual, which are
 * revalidated each time.
 *
 * Computed from their content, at the first call for each: archives give every file of every release
 * the same date, and the shells of two releases have the same length, because the names in them do.
 */
export function makeValidators(folder: string): Validators {
  const made = new Map<string, string>()
  return (name) => {
    if (name.includes('/') && !name.startsWith('guide/')) return undefined
    const known = made.get(name)
    if (known) return known
    try {
      const hash = createHash('sha256').update(readFileSync(join(folder, name)))
      // Weak: compressed it is the same.
      const tag = `W/"${hash.digest('base64url').slice(0, 22)}"`
      made.set(name, tag)
      return tag
    } catch {
      // A build is deleting it.
      return undefined
    }
  }
}

/** The tag of a file that is sent, compressed or not; undefined where it is of an earlier build. */
export const validatorOf = (validators: Validators, folder: string, path: string) =>
  path.startsWith(folder + sep)
    ? validators(
        path
          .slice(folder.length + 1)
          .replaceAll(sep, '/')
          .replace(COMPRESSED, ''),
      )
    : undefined

/** Whether a client has the current version already. */
export const isUnchanged = ({ headers }: FastifyRequest, reply: FastifyReply): boolean => {
  const tag = reply.getHeader('etag')
  const has = headers['if-none-match']?.split(',').some((one) => one.trim() === tag)
  return reply.statusCode === 200 && tag !== undefined && has === true
}
