import { Bot, type Context } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { storeUserMessage } from '../../messaging/messages/service.ts'
import { Refusal } from '../../base/refusal.ts'
import { newLoginLink } from '../../people/login/telegram.ts'
import { findSetting } from '../../database/settings/store.ts'
import { type Language, languageOf, wordsOf } from '../../base/words/words.ts'
import type { World } from '../../http/world.ts'
import { clientOptions } from './api.ts'
import { bindChat } from './binding.ts'
import { accountsSummary } from './summary.ts'
import { type Bound, findBound, removeChat } from './store.ts'

/** A message that was sent to the bot, with who sent it. */
type Incoming = {
  ctx: Context
  chat: string
  person: Bound | undefined
  language: Language
  words: ReturnType<typeof wordsOf>['telegram']
  title: string
}

const CODE = /^\s*(\d{8})\s*$/

/** The bot: what it does with what people send it. It does not listen until it is started. */
export function makeBot(world: World, token: string, info: UserFromGetMe): Bot {
  const { db, config, log } = world
  const bot = new Bot(token, { botInfo: info, client: clientOptions(config) })
  // In a group the others would read what is for one person.
  const chats = bot.chatType('private')

  chats.command(['start', 'help'], (ctx) =>
    // A link on the page opens the chat with the code behind the command.
    CODE.test(ctx.match) ? bind(ctx, ctx.match.trim()) : answer(ctx, help),
  )
  chats.hears(CODE, (ctx) => bind(ctx, ctx.match[1] ?? ''))
  chats.command('account', (ctx) =>
    answer(ctx, ({ person, language, words }) =>
      person ? accountsSummary(world, person.id, language) : words.notBound,
    ),
  )
  chats.command('login', (ctx) =>
    answer(ctx, async ({ person, words }) => {
      if (!person) return words.notBound
      const link = await newLoginLink(world, person.id)
      return link === undefined ? words.adminsLogIn : words.loginLink(link)
    }),
  )
  chats.command('unbind', (ctx) =>
    answer(ctx, async ({ person, words }) =>
      person && (await removeChat(db, person.id)) ? words.unbound : words.notBound,
    ),
  )
  chats.on('message:text', (ctx) => answer(ctx, passOn))
  bot.catch(({ error, ctx }) => {
    log.warn({ err: error, update: ctx.update.update_id }, 'the bot could not answer')
  })
  return bot

  async function answer(ctx: Context, reply: (incoming: Incoming) => string | Promise<string>) {
    const incoming = await read(ctx)
    const text = await Promise.resolve()
      .then(() => reply(incoming))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the bot failed')
        return incoming.words.trouble
      })
    await say(ctx, text)
  }

  async function read(ctx: Context): Promise<Incoming> {
    const chat = String(ctx.chat?.id)
    const [person, base] = await Promise.all([findBound(db, chat), findSetting(db, 'base')])
    const spoken = languageOf(ctx.from?.language_code)
    const language = spoken ?? languageOf(person?.language) ?? base.language ?? 'zh-CN'
    const words = wordsOf(language).telegram
    return { ctx, chat, person, language, words, title: base.title ?? 'Sluice' }
  }

  function help({ person, words, title }: Incoming): string {
    if (!person) return words.welcome({ title, address: config.site })
    return person.type === 'admin' ? words.helpAdmin(title) : words.helpUser(title)
  }

  async function bind(ctx: Context, code: string): Promise<void> {
    const { chat, words } = await read(ctx)
    const language = languageOf(ctx.from?.language_code)
    const outcome = await bindChat(world, { chat, code, language })
    if (outcome.kind === 'bound') await say(ctx, words.bound(outcome.email))
    if (outcome.kind === 'taken') await say(ctx, words.alreadyBound(outcome.email))
    if (outcome.kind === 'wrong') await say(ctx, words.wrongCode)
  }

  /** What a customer writes goes to the admins. */
  async function passOn(incoming: Incoming): Promise<string> {
    const { ctx, chat, person, words } = incoming
    const content = ctx.message?.text?.trim() ?? ''
    if (person?.type !== 'normal' || content === '' || content.startsWith('/'))
      return help(incoming)
    // Telegram hands over a message again when it does not know that it arrived.
    const clientKey = `telegram:${chat}:${ctx.message?.message_id}`
    try {
      await storeUserMessage(world, { userId: person.id, content, clientKey })
    } catch (error) {
      if (error instanceof Refusal) return words.tooManyMessages
      throw error
    }
    return words.messageKept
  }
}

/** Answers in plain text; a preview of a link would be fetched by Telegram. */
async function say(ctx: Context, text: string): Promise<void> {
  await ctx.reply(text, { link_preview_options: { is_disabled: true } })
}
