import type { Api, ApiClientOptions, GrammyError } from 'grammy'
import type { World } from '../../http/world.ts'

/** Longer than a poll is held open. */
const TIMEOUT_SECONDS = 40
const SHORT_TIMEOUT_SECONDS = 10

/** Why Telegram did not do what it was asked; `retryAfter` in ms, where it wants to be left alone. */
export type ApiFailure =
  | { kind: 'bot unknown' | 'bot blocked' | 'conflict' | 'telegram unreachable' }
  | { kind: 'too many'; retryAfter: number }

/** How to reach Telegram, or what stands in for it. */
export function clientOptions(config: World['config']): ApiClientOptions {
  return { apiRoot: config.telegramApi, timeoutSeconds: TIMEOUT_SECONDS }
}

/** Calls of one bot, for single questions: they fail sooner than those of the bot that listens. */
export async function apiOf(token: string, config: World['config']): Promise<Api> {
  // Most shops have no bot.
  const { Api } = await import('grammy')
  return new Api(token, { ...clientOptions(config), timeoutSeconds: SHORT_TIMEOUT_SECONDS })
}

/** What a failed call means. */
export function failureOf(error: unknown): ApiFailure {
  if (!isRefusal(error)) return { kind: 'telegram unreachable' }
  const { error_code: code, parameters } = error
  // An unknown bot is a 401, and a 404 where the token does not even look like one.
  if (code === 401 || code === 404) return { kind: 'bot unknown' }
  if (code === 409) return { kind: 'conflict' }
  if (code === 429) return { kind: 'too many', retryAfter: (parameters.retry_after ?? 5) * 1000 }
  // Blocked by the person, or the chat is gone: asking again changes nothing.
  if (code === 400 || code === 403) return { kind: 'bot blocked' }
  return { kind: 'telegram unreachable' }
}

/** Whether Telegram itself said no; decided without the library, which need not be loaded yet. */
const isRefusal = (error: unknown): error is GrammyError =>
  error instanceof Error && error.name === 'GrammyError'
