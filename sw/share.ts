import { readUrl } from '#rules/readUrl.ts'
import { SHARE_PATH } from '../src/device/storageKeys.ts'
import { putShared, type Shared, type ShareProblem } from '../src/device/sharedStore.ts'

/** As many pictures as a message has. */
const MAX_PICTURES = 4
/** As much text as a message has, characters. */
const MAX_TEXT = 4_096
/** How large a picture may be, bytes: what the console makes smaller before it sends it. */
const MAX_PICTURE_BYTES = 20_000_000
/** How much is read of what is shared, bytes. */
const MAX_BYTES = 48_000_000
const TEXTS = ['title', 'text', 'url']
const PICTURES = 'pictures'

/** Whether a request is what the system posts when something is shared to the installed console. */
export const isShare = (
  { url, request }: { url: URL; request: Pick<Request, 'mode'> },
  origin: string,
): boolean => url.pathname === SHARE_PATH && url.origin === origin && request.mode === 'navigate'

/**
 * Keeps what was shared on this device, and opens the screen that puts it into a draft. Nothing of it
 * goes to the server, and nothing is sent before somebody has read it.
 */
export async function takeShare(request: Request, origin: string): Promise<Response> {
  // No page of another site fills a draft here.
  if (isForeign(request, origin)) return Response.redirect('/', 303)
  const shared = await sharedIn(request)
  // A full device keeps nothing; the screen says that there is nothing.
  await putShared(shared, { person: '', at: Date.now() }).catch(() => undefined)
  return Response.redirect(SHARE_PATH, 303)
}

/** Whether the page of another site posted it, or one in a frame: the system names no page. */
function isForeign({ headers, referrer, destination }: Request, origin: string): boolean {
  const [named, site] = [headers.get('origin'), headers.get('sec-fetch-site')]
  if (destination !== 'document') return true
  if (site !== null && site !== 'none' && site !== 'same-origin') return true
  if (named !== null && named !== 'null' && named !== origin) return true
  const from = readUrl(referrer)
  return from !== undefined && /^https?:/.test(referrer) && from.origin !== origin
}

async function sharedIn(request: Request): Promise<Shared> {
  const body = await bodyOf(request)
  if (body === undefined) return { text: '', pictures: [], problem: 'huge' }
  const type = request.headers.get('content-type') ?? ''
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => new FormData())
  const texts = TEXTS.flatMap((name) => form.getAll(name))
    .filter((one) => typeof one === 'string')
    .map((one) => one.trim())
  const files = form.getAll(PICTURES).filter((one) => typeof one !== 'string')
  const drawn = files.filter(({ type: kind, size }) => kind.startsWith('image/') && size > 0)
  const small = drawn.filter(({ size }) => size <= MAX_PICTURE_BYTES)
  const pictures = small.slice(0, MAX_PICTURES)
  const problems: [boolean, ShareProblem][] = [
    [drawn.length < files.length, 'unreadable'],
    [small.length < drawn.length, 'huge'],
    [pictures.length < small.length, 'many'],
  ]
  return {
    // Apps give the same words twice: as title and as text, or the link in the text.
    text: [...new Set(texts.filter((one) => one !== ''))].join('\n').slice(0, MAX_TEXT),
    pictures,
    problem: problems.find(([isSo]) => isSo)?.[1],
  }
}

/** The body, read piece by piece; undefined once it is too large, and the rest is not read. */
async function bodyOf(request: Request): Promise<Blob | undefined> {
  // Chrome before 105 shows no pieces.
  if (!('body' in request)) return unlessHuge(await (request as Request).blob())
  const reader = request.body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done || !value) return new Blob(parts)
    size += value.byteLength
    if (size > MAX_BYTES) {
      await reader?.cancel().catch(() => undefined)
      return undefined
    }
    parts.push(value)
  }
}

const unlessHuge = (body: Blob) => (body.size > MAX_BYTES ? undefined : body)
