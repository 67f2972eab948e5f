/** How many answers are remembered; a list on screen has a few pages. */
const MAX_REMEMBERED = 20

type Remembered = { tag: string; text: string }
const remembered = new Map<string, Remembered>()

/**
 * A conditional request for a POST that only reads: an answer that has not changed is not sent
 * again. `name` holds the whole request. The browser does this by itself for GET.
 *
 * The server checks each time whether this person may have the answer: it says `unchanged` only
 * for exactly the bytes it would send now.
 */
export async function conditionalPost(
  name: string,
  headers: Headers,
  ask: (headers: Headers) => Promise<Response>,
): Promise<Response> {
  const known = remembered.get(name)
  const sent = new Headers(headers)
  if (known) sent.set('if-none-match', known.tag)
  const reply = await ask(sent)
  if (reply.status === 304 && known) return answerOf(known.text)
  const tag = reply.headers.get('etag')
  remembered.delete(name)
  if (!reply.ok || tag === null) return reply
  const text = await reply.text()
  remembered.set(name, { tag, text })
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break
    remembered.delete(oldest)
  }
  return answerOf(text)
}

const answerOf = (text: string) =>
  new Response(text, { headers: { 'content-type': 'application/json' } })
