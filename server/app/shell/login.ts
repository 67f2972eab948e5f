import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '#contract'
import { isWide, type Logo, logoSize } from '#rules/logo.ts'
import { themeColour, type ThemeColour } from '#rules/theme.ts'
import { type Language, languageOf } from '../../base/words/words.ts'
import { chosenLanguage } from '../../http/reader.ts'
import { readScreenFiles } from './hints.ts'

/** What scripts/prerender.ts wrote into the build. */
type Drawn = {
  /** Per language, without and with the link to the help articles. */
  html: Record<Language, [string, string]>
  css: string
  themes: Record<ThemeColour, Record<'light' | 'dark', string>>
  fonts: Record<Language, string>
  reset: string
  script: string
  words: Record<Language, string>
  /** The words of the screens behind it, by area; absent in builds of before. */
  areaWords?: Record<string, Partial<Record<Language, string>>>
}

/** A build's shell, its prerendered login, and the files of the screen that most people open from there. */
export type LoginScreen = { shell: string; drawn: Drawn; next: readonly string[] }

/** A page to send, and the hashes its policy has to name. */
export type LoginPage = { body: string; scripts: string; styles: string }

/** The choices stored on a device. */
export type Look = { language: Language | undefined; appearance: 'system' | 'light' | 'dark' }

/** The screens that lead a visitor to the login. Spec 2. */
export const LOGIN_PATHS: readonly string[] = ['/', '/home/index', '/home/login']

/** The link to sign up, in the menu; shown for sites that are open. */
const SIGN_UP = /<a\b[^>]*href="\/home\/signup"[^>]*>.*?<\/a>/

/** The link to the offer; shown for sites that publish it. */
const FRONT = /<a\b[^>]*href="\/home\/plans"[^>]*>.*?<\/a>/

/** Reads the prerendered login of the build; undefined without it. */
export function readLogin(folder: string): LoginScreen | undefined {
  const path = join(folder, '.vite', 'login.json')
  if (!existsSync(path)) return undefined
  const shell = readFileSync(join(folder, 'index.html'), 'utf8')
  const next = readScreenFiles(folder)['/user/index'] ?? []
  return { shell, drawn: JSON.parse(readFileSync(path, 'utf8')), next }
}

/** The choices stored on a device, from its cookie; invalid ones are ignored. */
export function readLook(cookie: string | undefined): Look {
  const appearance = cookie?.split('.')[1]
  return {
    language: chosenLanguage(cookie),
    appearance: appearance === 'dark' || appearance === 'light' ? appearance : 'system',
  }
}

/**
 * The shell with the prerendered login, in this site's settings: it can be seen and typed into with
 * the first reply, before any script has loaded.
 */
export function loginPage(
  { shell, drawn, next }: LoginScreen,
  site: Schema<'Status'>,
  { language: chosen, appearance }: Look,
): LoginPage {
  const language = chosen ?? languageOf(site.language) ?? 'zh-CN'
  const colour = themeColour(site.themePrimary)
  const sheet = `${drawn.reset}${themeOf(drawn, colour, language, appearance)}${drawn.css}`
  const name = escape(site.title ?? 'Sluice')
  const open = drawn.html[language][site.help ? 1 : 0]
  const entered = site.signUp === 'closed' ? open.replace(SIGN_UP, '') : open
  const offered = site.front ? entered : entered.replace(FRONT, '')
  const markup = withLogo(offered, site.brand?.logo)
  const status = escape(JSON.stringify(site))
  const later = [...next, drawn.areaWords?.user?.[language] ?? []].flat().join(' ')
  const attributes = `class="prerendered" data-lang="${language}" data-look="${appearance}" data-status="${status}"`
  const body = shell
    .replace('<html lang="zh-CN">', `<html lang="${language}">`)
    .replace('</head>', `<meta name="next" content="${later}" /></head>`)
    .replace(/<title>.*?<\/title>/, () => `<title>${name}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_tag, start) => `${start}${name}`)
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${sheet}</style>`)
    .replace(drawn.words['zh-CN'], drawn.words[language])
    .replace('<div id="root"></div>', (root) => {
      const login = markup.replaceAll('%name%', () => name)
      return `${root}<div ${attributes}>${login}</div><script>${drawn.script}</script>`
    })
  return { body, scripts: hashOf(drawn.script), styles: hashOf(sheet) }
}

/** The mark of the product and the name under it, as src/features/session/VisitorFrame.tsx draws them. */
const MARK = /(<svg[^>]*width="56".*?<\/svg>)(<span[^>]*>%name%<\/span>)/

/** The login with the site's logo instead of the mark; a wide one has the name in it. */
function withLogo(markup: string, logo: Logo | undefined): string {
  if (!logo) return markup
  const { width, height } = logoSize(logo, 56)
  return markup.replace(
    MARK,
    (_all, _mark, name: string) =>
      `<img src="/api/home/brand/${logo.hash}" width="${width}" height="${height}" alt="${isWide(logo) ? '%name%' : ''}">${isWide(logo) ? '' : name}`,
  )
}

function themeOf(
  drawn: Drawn,
  colour: ThemeColour,
  language: Language,
  appearance: Look['appearance'],
) {
  const { light, dark } = drawn.themes[colour]
  const font = `.prerendered{--fontFamilyBase:${drawn.fonts[language]}}`
  if (appearance === 'dark') return `${font}.prerendered{${dark};color-scheme:dark}`
  const day = `${font}.prerendered{${light}${appearance === 'light' ? ';color-scheme:light' : ''}}`
  if (appearance === 'light') return day
  return `${day}@media (prefers-color-scheme:dark){.prerendered{${dark}}}`
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
