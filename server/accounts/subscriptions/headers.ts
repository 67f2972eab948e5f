import { toBase64 } from '#rules/base64.ts'

/** An account's figures in the headers; charged bytes, the end in ms and 0 for none. */
export type AccountUsage = {
  title: string
  site: string
  used: number
  /** The uploaded part of it. */
  upload: number
  /** 0 is no quota. */
  quota: number
  end: number
  /** The link to where customers get help; undefined where there is none. */
  support?: string | undefined
  /** The announcement to all users; empty for none. */
  announcement?: string
}

const UPDATE_HOURS = '12'
/** The most that fits into a header of a reverse proxy, in any script; as in the contract. */
const MAX_LETTERS = 100
/** As long as the setting may be, which in the widest script is 800 bytes before encoding. */
const MAX_ANNOUNCED = 200

/**
 * The headers apps read besides the servers: usage and end, the name of the profile, the update
 * interval, the address of the console and of help, and the announcement. All are ASCII, whatever
 * was typed.
 */
export function headersOf({
  title,
  site,
  used,
  upload,
  quota,
  end,
  support,
  announcement = '',
}: AccountUsage): Record<string, string> {
  const download = used - upload
  const expire = Math.floor(end / 1000)
  const name = first(MAX_LETTERS, title)
  const announced = first(MAX_ANNOUNCED, announcement.trim())
  return {
    'subscription-userinfo': `upload=${upload}; download=${download}; total=${quota}; expire=${expire}`,
    'profile-title': `base64:${toBase64(name)}`,
    'profile-update-interval': UPDATE_HOURS,
    'profile-web-page-url': new URL(site).href,
    ...(support && { 'support-url': support }),
    ...(announced && { announce: `base64:${toBase64(announced)}` }),
    'content-disposition': `attachment; filename*=UTF-8''${escaped(name)}`,
    'cache-control': 'no-store',
  }
}

// A lone surrogate can be stored, but not be written in an address.
const first = (count: number, text: string) => [...text].slice(0, count).join('').toWellFormed()

/** Characters `encodeURIComponent` leaves and a header may not hold. */
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
