import type { FastifyRequest } from 'fastify'
import { type Language, LANGUAGES, languageOf } from '../base/words/words.ts'
import { findSetting } from '../database/settings/store.ts'
import type { World } from './world.ts'

/** The cookie with language and look that was chosen on a device, such as `ja-JP.dark`. */
export const LOOK_COOKIE = 'look'

/** What a request says of the languages of who sent it. */
export type Reader = {
  /** Chosen on this device. */
  chosen: Language | undefined
  /** The best one of the browser's. */
  spoken: Language | undefined
}

/** Reads the languages of a request. */
export function readerOf({ cookies, headers }: FastifyRequest): Reader {
  return {
    chosen: chosenLanguage(cookies?.[LOOK_COOKIE]),
    spoken: spokenLanguage(String(headers['accept-language'] ?? '')),
  }
}

/** The language in the cookie of a look, if one was chosen. */
export const chosenLanguage = (look: string | undefined): Language | undefined =>
  LANGUAGES.find((one) => one === look?.split('.')[0])

/** The first supported language in a browser's `Accept-Language`, which lists the best first. */
export function spokenLanguage(accepted: string): Language | undefined {
  const tags = accepted.split(',').map((part) => languageOf(part.split(';')[0]?.trim()))
  return tags.find((language) => language !== undefined)
}

/**
 * The language in which the screens are shown to who sent a request; undefined where that is the
 * site's, or where no screen has sent it.
 */
export async function languageOfReader({
  db,
  reader,
}: Pick<World, 'db'> & { reader: Reader }): Promise<Language | undefined> {
  if (reader.chosen) return reader.chosen
  const { browserLanguage } = await findSetting(db, 'base')
  return browserLanguage ? reader.spoken : undefined
}
