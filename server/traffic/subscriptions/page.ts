import { createHash } from 'node:crypto'
import qrcode from 'qrcode-generator'
import type { Words } from '../../base/words/shape.ts'
import type { Language } from '../../base/words/words.ts'
import type { Import } from './imports.ts'
import { PAGE_STYLE } from './pageStyle.ts'

/** What a person is shown who opens a subscription in a browser; amounts and times ready to be read. */
export type Shown = {
  language: Language
  words: Words['subscriptions']
  title: string
  used: string
  /** Null without a quota. */
  quota: string | null
  /** Null without an end. */
  end: string | null
  /** Why clients cannot connect; undefined where they can. */
  problem: string | undefined
  /** What the operator announces; empty for nothing. */
  announcement: string
  /** The link to where customers get help; undefined where there is none. */
  support: string | undefined
  /** The link without a type, which suits every app that names itself. */
  link: string
  imports: readonly Import[]
}

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64')

/**
 * The headers of the page: it holds what lets somebody in, so nothing runs on it, nothing is loaded,
 * nobody is told where a reader came from, and nobody keeps or lists it.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** The page of a subscription: use and end, the apps to add it to, and its code to scan. */
export function pageOf(shown: Shown): string {
  const { language, words, title, used, quota, end, problem, link, imports } = shown
  const { announcement, support } = shown
  const { page } = words
  const name = escaped(title)
  const apps = imports.map(
    ({ app, href }) => `<li><a href="${escaped(href)}">${escaped(app)}</a></li>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${name}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${name}</h1>
${announcement === '' ? '' : `<section><p>${escaped(announcement)}</p></section>\n`}<section>
${problem === undefined ? '' : `<p><strong>${escaped(problem)}</strong></p>\n`}<p>${escaped(page.used(used, quota))}</p>
<p>${escaped(end === null ? page.noEnd : page.end(end))}</p>
</section>
<section>
<h2>${escaped(page.add)}</h2>
<ul class="apps">${apps.join('')}</ul>
</section>
<section>
<h2>${escaped(page.scan)}</h2>
<div class="code" role="img" aria-label="${escaped(page.scan)}">${codeOf(link)}</div>
<p class="link">${escaped(link)}</p>
</section>
${support === undefined ? '' : `<p><a class="more" href="${escaped(support)}">${escaped(page.support)}</a></p>\n`}<p class="quiet">${escaped(page.secret)}</p>
</main>
</body>
</html>
`
}

/** A code that scanners read, dark on light by night as well. */
function codeOf(link: string): string {
  const code = qrcode(0, 'M')
  code.addData(link)
  code.make()
  return code.createSvgTag({ scalable: true })
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
