import type { Bot } from 'grammy'
import type { World } from '../../http/world.ts'
import { LANGUAGES, type Language, wordsOf } from '../../base/words/words.ts'
import { failureOf } from './api.ts'
import { makeBot } from './bot.ts'
import { type BotProblem, changeProblem, findBot } from './setting.ts'

type Running = {
  bot: Bot
  /** Resolves when it listens no more. */
  ended: Promise<void>
  stop: () => Promise<void>
}

/** How long stopping waits for Telegram. */
const STOP_TIMEOUT_MS = 3_000
const POLL_SECONDS = 25

/** Lets a bot hear what people send it, until it is stopped or Telegram turns it away. */
export function listen(
  world: World,
  { token, info }: NonNullable<Awaited<ReturnType<typeof findBot>>>,
): Running {
  const { db, log } = world
  const bot = makeBot(world, token, info)
  let noted: BotProblem | null | undefined
  let stopping = false

  bot.api.config.use(async (call, method, payload, signal) => {
    if (method !== 'getUpdates') return call(method, payload, signal)
    try {
      const reply = await call(method, payload, signal)
      // Refusals of the bot itself end the listening and are noted there.
      await note(reply.ok || reply.error_code < 500 ? null : 'telegram unreachable')
      return reply
    } catch (error) {
      await note('telegram unreachable')
      throw error
    }
  })
  const ended = bot
    .start({ timeout: POLL_SECONDS, allowed_updates: ['message', 'edited_message'] })
    .catch(async (error: unknown) => {
      const { kind } = failureOf(error)
      if (!stopping) log.warn({ failure: kind }, 'the Telegram bot stopped')
      await note(kind === 'bot unknown' || kind === 'conflict' ? kind : 'telegram unreachable')
    })
  void describeCommands(bot).catch(() => log.warn({}, 'the bot could not name its commands'))

  return { bot, ended, stop }

  async function note(problem: BotProblem | null) {
    if (stopping || noted === problem) return
    noted = problem
    await changeProblem(db, problem)
  }

  async function stop() {
    stopping = true
    const timeout = new Promise<void>(
      (resolve) => void setTimeout(resolve, STOP_TIMEOUT_MS).unref(),
    )
    await Promise.race([bot.stop().then(() => ended), timeout]).catch(() => {})
  }
}

/** Puts the commands into the menu of the app, in the languages it knows. */
async function describeCommands({ api }: Bot): Promise<void> {
  for (const language of LANGUAGES) {
    const commands = commandsIn(language)
    await api.setMyCommands(commands, { language_code: codeOf(language) })
    // What everybody else sees.
    if (language === 'en-US') await api.setMyCommands(commands)
  }
}

function commandsIn(language: Language) {
  const { commands } = wordsOf(language).telegram
  return Object.entries(commands).map(([command, description]) => ({ command, description }))
}

const codeOf = (language: Language) => {
  const [code] = language.split('-')
  // The four languages the library's list and ours have in common.
  return code as 'zh' | 'ja' | 'en' | 'ru'
}
