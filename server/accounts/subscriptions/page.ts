import { createHash } from 'node:crypto'
import qrcode from 'qrcode-generator'
import { isWide, type Logo, logoSize } from '#rules/logo.ts'
import type { Words } from '../../base/words/shape.ts'
import type { Language } from '../../base/words/words.ts'
import type { Import } from './imports.ts'

/** Styles of the page of a subscription: one column that fits a phone, light and dark. */
const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#1b1b1b;--quiet:#5a5a5a;--back:#f5f5f5;--card:#fff;--line:#d1d1d1;--link:#0f6cbd}
@media(prefers-color-scheme:dark){:root{--ink:#fff;--quiet:#c7c7c7;--back:#1b1b1b;--card:#292929;--line:#575757;--link:#62abf5}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:560px;margin:0 auto;display:grid;gap:16px}
main>*{min-width:0}
h1{margin:8px 0 0;font-size:24px;line-height:1.3}
h1 img{vertical-align:middle}
h2{margin:0 0 12px;font-size:16px}
p{margin:0}
section{padding:16px;background:var(--card);border:1px solid var(--line);border-radius:8px}
.apps{margin:0;padding:0;list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(140px,1fr));gap:8px}
.apps+details{margin-top:8px}
summary{min-height:44px;display:flex;align-items:center;color:var(--link);cursor:pointer}
.apps a{display:flex;align-items:center;justify-content:center;min-height:44px;padding:8px;border:1px solid var(--line);border-radius:4px;color:var(--link);text-align:center;text-decoration:none}
.apps a:focus-visible{outline:2px solid var(--link)}
.more{display:inline-flex;align-items:center;min-height:44px;color:var(--link)}
.code{max-width:280px;margin:0 auto}
.code svg{display:block;width:100%;height:auto;border-radius:4px}
.link{margin-top:12px;font:13px/1.5 ui-monospace,monospace;user-select:all}
.quiet{color:var(--quiet);font-size:14px}
`.trim()

/** The page for a person who opens a subscription in a browser; values already formatted. */
export type Shown = {
  language: Language
  words: Words['subscriptions']
  title: string
  /** The site's logo; undefined where it has none. */
  logo: Logo | undefined
  used: string
  /** Null without a quota. */
  quota: string | null
  /** Null without an end. */
  end: string | null
  /** Why clients cannot connect; undefined where they can. */
  problem: string | undefined
  /** The announcement; empty for none. */
  announcement: string
  /** The link to where customers get help; undefined where there is none. */
  support: string | undefined
  /** The link without a format, for every app that identifies itself. */
  link: string
  imports: readonly Import[]
  /** The console, where one renews. */
  site: string
  /** Whether it is shown within another app, whose window opens none. */
  isInApp: boolean
}

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64')

/**
 * The headers of the page: it holds credentials, so no script runs on it, nothing but the logo is
 * loaded, no referrer is sent, and it is neither cached nor indexed.
 */
export const pageHeaders = (logo: Logo | undefined): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    ...(logo ? ["img-src 'self'"] : []),
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
})

/** The page of a subscription: usage and end, the apps to add it to, and its QR code. */
export function pageOf(shown: Shown): string {
  const { language, words, title, used, quota, end, problem, link, imports } = shown
  const { announcement, support, logo, site, isInApp } = shown
  const { page } = words
  const name = escaped(title)
  const [here, others] = [true, false].map((is) =>
    imports
      .filter(({ isForHere }) => isForHere === is)
      .map(({ app, href }) => `<li><a href="${escaped(href)}">${escaped(app)}</a></li>`)
      .join(''),
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
<h1>${logo ? pictureOf(logo, name) : name}</h1>
${announcement === '' ? '' : `<section><p>${escaped(announcement)}</p></section>\n`}<section>
${problem === undefined ? '' : `<p><strong>${escaped(problem)}</strong></p>\n`}<p>${escaped(page.used(used, quota))}</p>
<p>${escaped(end === null ? page.noEnd : page.end(end))}</p>
</section>
<section>
<h2>${escaped(page.add)}</h2>
${isInApp ? `<p class="more">${escaped(page.inApp)}</p>\n` : ''}<ul class="apps">${here}</ul>
${others === '' ? '' : `<details><summary>${escaped(page.others)}</summary>\n<ul class="apps">${others}</ul></details>\n`}</section>
<section>
<h2>${escaped(page.scan)}</h2>
<div class="code" role="img" aria-label="${escaped(page.scan)}">${codeOf(link)}</div>
<p class="link">${escaped(link)}</p>
</section>
<p><a class="more" href="${escaped(site)}/">${escaped(page.site)}</a></p>
${support === undefined ? '' : `<p><a class="more" href="${escaped(support)}">${escaped(page.support)}</a></p>\n`}<p class="quiet">${escaped(page.secret)}</p>
</main>
</body>
</html>
`
}

/** The logo, with the name after it unless it is written in it. */
function pictureOf(logo: Logo, name: string): string {
  const { width, height } = logoSize(logo, 48)
  const alt = isWide(logo) ? name : ''
  return `<img src="/api/home/brand/${logo.hash}" width="${width}" height="${height}" alt="${alt}">${isWide(logo) ? '' : ` ${name}`}`
}

/** A QR code that scanners read, dark on light in dark mode as well. */
function codeOf(link: string): string {
  const code = qrcode(0, 'M')
  code.addData(link)
  code.make()
  return code.createSvgTag({ scalable: true })
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
