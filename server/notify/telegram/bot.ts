import { Bot, type Context, type Api } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { MAX_PICTURE_BYTES } from '#rules/messagePicture.ts'
import { storeUserMessage } from '../../messaging/messages/service.ts'
import { Refusal } from '../../base/refusal.ts'
import { newLoginLink } from '../../people/login/telegram.ts'
import { findSetting } from '../../database/settings/store.ts'
import { type Language, languageOf, wordsOf } from '../../base/words/words.ts'
import type { World } from '../../http/world.ts'
import { clientOptions } from './api.ts'
import { bindChat } from './binding.ts'
import { contentOf } from './content.ts'
import { accountsSummary } from './summary.ts'
import { type Bound, findBound, removeChat } from './store.ts'

const TIMEOUT_MS = 10_000

/** A message that was sent to the bot, with who sent it. */
type Incoming = {
  ctx: Context
  chat: string
  person: Bound | undefined
  language: Language
  words: ReturnType<typeof wordsOf>['telegram']
  title: string
}

/** What the bot says to a message; undefined where nothing is to be said. */
type Reply = string | undefined

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
  // The number of an order below a photo is no code.
  chats.on(':text').hears(CODE, (ctx) => bind(ctx, ctx.match[1] ?? ''))
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
  chats.on('message', (ctx) => answer(ctx, passOn))
  chats.on(['edited_message:text', 'edited_message:caption'], (ctx) =>
    answer(ctx, ({ person, words }) =>
      person?.type === 'normal' ? words.changeNotSent : undefined,
    ),
  )
  bot.catch(({ error, ctx }) => {
    log.warn({ err: error, update: ctx.update.update_id }, 'the bot could not answer')
  })
  /** The last album of which a part was sent; the others need not be confirmed one by one. */
  let album = ''
  return bot

  async function answer(ctx: Context, reply: (incoming: Incoming) => Reply | Promise<Reply>) {
    const incoming = await read(ctx)
    const text = await Promise.resolve()
      .then(() => reply(incoming))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the bot failed')
        return incoming.words.trouble
      })
    if (text !== undefined) await say(ctx, text)
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

  /** What a customer writes goes to the admins; for what cannot be passed on, the bot says so. */
  async function passOn(incoming: Incoming): Promise<Reply> {
    const { ctx, chat, person, words } = incoming
    const message = ctx.message!
    const content = contentOf(message)
    if (content.kind === 'nothing') return undefined
    if (person?.type !== 'normal') return help(incoming)
    if (content.kind === 'text' && (content.text === '' || content.text.startsWith('/')))
      return help(incoming)
    if (content.kind === 'other') return words.onlyPictures
    if (content.kind === 'unfit') return words.pictureNotSent
    const pictures: string[] = []
    if (content.kind === 'picture') {
      const file = await fetchFile({ config, token }, ctx.api, content.file, MAX_PICTURE_BYTES)
      if (!file) return words.pictureNotSent
      pictures.push(file.toString('base64'))
    }
    // Telegram hands over a message again when it does not know that it arrived.
    const clientKey = `telegram:${chat}:${message.message_id}`
    try {
      const { text } = content
      await storeUserMessage(world, { userId: person.id, content: text, clientKey }, pictures)
    } catch (error) {
      if (error instanceof Refusal) return refusalOf(error, words)
      throw error
    }
    const part = message.media_group_id && `${chat}:${message.media_group_id}`
    if (part && part === album) return undefined
    album = part ?? ''
    return words.messageKept
  }
}

function refusalOf({ reason }: Refusal, words: Incoming['words']): string {
  if (reason === 'too many messages') return words.tooManyMessages
  if (reason === 'too many pictures') return words.tooManyPictures
  if (reason === 'no room') return words.noRoom
  return words.pictureNotSent
}

/** Answers in plain text; a preview of a link would be fetched by Telegram. */
async function say(ctx: Context, text: string): Promise<void> {
  await ctx.reply(text, { link_preview_options: { is_disabled: true } })
}

/**
 * A file that was sent to a bot; undefined where it is larger than `most` bytes. Throws where Telegram
 * does not hand it over. The address of a file holds the token, so no error names it.
 */
async function fetchFile(
  { config, token }: { config: World['config']; token: string },
  api: Pick<Api, 'getFile'>,
  id: string,
  most: number,
): Promise<Buffer | undefined> {
  const { file_path: path, file_size: size = 0 } = await api.getFile(id)
  if (size > most) return undefined
  if (path === undefined) throw new Error('Telegram named no path of a file')
  const below = path.split('/').map(encodeURIComponent).join('/')
  const reply = await fetch(`${config.telegramApi}/file/bot${token}/${below}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  }).catch(() => {
    throw new Error('a file did not arrive from Telegram')
  })
  if (!reply.ok || !reply.body) throw new Error(`Telegram answered ${reply.status} for a file`)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of reply.body) {
    length += part.length
    // Leaving the loop ends the connection.
    if (length > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
