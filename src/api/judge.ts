import { knownServer, noteMarked } from './serverInfo.ts'

/**
 * Whose a reply is: our server's, or somebody else's, such as a captive portal, a proxy whose server
 * is down, or a page of maintenance. `doubtful` is decided by whether the server answers as ours.
 */
export type Verdict = 'ours' | 'foreign' | 'doubtful'

/** The header by which every reply of our API names its contract. */
const MARK = 'contract-version'

/** The operation that is judged by its content: what it answers decides who is logged in here. */
export const STATUS_PATH = '/api/home/login'

/** Statuses of a proxy without its server, and of a network that asks for a login of its own. */
const isGateway = (status: number) =>
  [502, 503, 504, 511].includes(status) || (status >= 520 && status <= 530)

/**
 * Judges a reply by our mark. Without one: by its content, where it says who is logged in; by status
 * and content type else, as servers older than the mark are meant to be used as well.
 */
export async function judge(reply: Response, path: string, method = 'GET'): Promise<Verdict> {
  const { status } = reply
  if (reply.headers.has(MARK)) {
    noteMarked(true)
    return 'ours'
  }
  // Some proxies leave headers out of the first. The second says that one of them takes no more.
  if (status === 304 || status === 413) return 'ours'
  const isRedirect = reply.type === 'opaqueredirect' || reply.redirected
  const text = isRedirect ? '' : await beginning(reply)
  const isMarked = knownServer().isMarked === true
  if (isGateway(status)) return !isMarked && isOwnPause(reply, text) ? 'ours' : 'foreign'
  const isPage = isRedirect || /^\s*</.test(text)
  if (method === 'GET' && path === STATUS_PATH) return judgeStatus(reply, text, isPage)
  if (isMarked) return isPage && (status < 400 || status === 404) ? 'foreign' : 'doubtful'
  return isPage ? 'doubtful' : 'ours'
}

/** A server that went back to a release without the mark is found by a whole status of its own. */
function judgeStatus(reply: Response, text: string, isPage: boolean): Verdict {
  if (isPage) return 'foreign'
  if (reply.ok) {
    if (!isStatus(text)) return 'foreign'
    noteMarked(false)
    return 'ours'
  }
  // Ours refuse without a word, or with a few bare ones.
  return !knownServer().isMarked && /^[\w ]{0,40}$/.test(text) ? 'ours' : 'foreign'
}

/** Whether a text is the answer of `getStatus`, of our server or an older one. */
function isStatus(text: string): boolean {
  try {
    const { status, id, version, themePrimary, site } = JSON.parse(text) ?? {}
    const isPerson = ['normal', 'admin'].includes(status) && Number.isSafeInteger(id)
    const isOfSite = [version, themePrimary, site].every((one) => typeof one === 'string')
    return isOfSite && (status === undefined || isPerson)
  } catch {
    return false
  }
}

/** What ours answers while it has too much to do, or no database. */
const isOwnPause = ({ status }: Response, text: string) =>
  status === 503 && /^(server busy|database )/.test(text)

/** The text of a reply that may be judged by it; it can still be read elsewhere. */
async function beginning(reply: Response): Promise<string> {
  const type = reply.headers.get('content-type') ?? ''
  return /^(application\/json|text\/|$)/.test(type) ? await reply.clone().text() : ''
}
