import type { Config } from '../../base/config.ts'
import { Refusal } from '../../base/refusal.ts'
import type { World } from '../../http/world.ts'
import { takeChallenge } from './challenges.ts'

type Site = Pick<Config, 'site' | 'origins'>

/** The services and input a browser's answer is verified with. */
export type Opening = Pick<World, 'db' | 'now' | 'secret'> & { config: Site }

/**
 * Where passkeys may be used: the site's own address and those named in ORIGINS.
 *
 * The options name no relying party, so that a browser takes the domain of the page it is on; that
 * the page is one of ours is checked when the answer arrives.
 */
export function relyingParty({ site, origins }: Site) {
  const pages = [site, ...origins].filter((one) => URL.canParse(one)).map((one) => new URL(one))
  return {
    expectedOrigin: [...new Set(pages.map(({ origin }) => origin))],
    expectedRPID: [...new Set(pages.map(({ hostname }) => hostname))],
  }
}

/**
 * The challenge a browser's answer was made for, now used up, and its allowed origins.
 *
 * `userId` is whose new passkey it is, null for a login. Refuses with `another address` or
 * `challenge expired`; a challenge of another person, or of the other kind, counts as expired.
 */
export async function openSigned(
  { db, now, secret, config }: Opening,
  clientDataJSON: string,
  userId: number | null,
) {
  const party = relyingParty(config)
  const { challenge, origin } = await readClientData(clientDataJSON)
  if (!party.expectedOrigin.includes(origin)) throw new Refusal(403, 'another address')
  if (!(await takeChallenge(db, { secret, challenge, userId, now: now() })))
    throw new Refusal(403, 'challenge expired')
  return { ...party, expectedChallenge: challenge }
}

async function readClientData(text: string): Promise<{ challenge: string; origin: string }> {
  // Loaded on first use: most processes never handle a passkey.
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  try {
    const { challenge, origin } = decodeClientDataJSON(text)
    if (typeof challenge === 'string' && typeof origin === 'string') return { challenge, origin }
  } catch {
    // A browser always sends JSON.
  }
  throw new Refusal(403)
}
