import { describe, expect, test, vi } from 'vitest'

/** A server that knows one answer, and what it was sent. */
async function aServer() {
  vi.resetModules()
  const { conditionalPost } = await import('#api/conditional.ts')
  const state = { text: '"one"', tag: '"1"' as string | null, status: 200 }
  const sent: (string | null)[] = []
  const ask = async (name = 'page') => {
    const reply = await conditionalPost(name, new Headers({ accept: 'x' }), async (headers) => {
      sent.push(headers.get('if-none-match'))
      expect(headers.get('accept')).toBe('x')
      if (state.tag !== null && headers.get('if-none-match') === state.tag)
        return new Response(null, { status: 304 })
      const reported: HeadersInit = state.tag === null ? [] : [['etag', state.tag]]
      return new Response(state.text, { status: state.status, headers: reported })
    })
    return { status: reply.status, text: await reply.text() }
  }
  return { state, sent, ask }
}

describe('conditionalPost', () => {
  test('gives the answer of before where the server says it is still the same', async () => {
    const { sent, ask } = await aServer()
    const one = { status: 200, text: '"one"' }
    expect([await ask(), await ask(), await ask()]).toEqual([one, one, one])
    expect(sent).toEqual([null, '"1"', '"1"'])
  })

  test('returns a new answer, and sends its tag from then on', async () => {
    const { state, sent, ask } = await aServer()
    await ask()
    Object.assign(state, { text: '"two"', tag: '"2"' })
    expect([(await ask()).text, (await ask()).text]).toEqual(['"two"', '"two"'])
    expect(sent).toEqual([null, '"1"', '"2"'])
  })

  test('keeps answers to different questions apart', async () => {
    const { sent, ask } = await aServer()
    await ask('a')
    await ask('b')
    await ask('a')
    expect(sent).toEqual([null, null, '"1"'])
  })

  test('remembers no refusal and nothing without a tag', async () => {
    const { state, sent, ask } = await aServer()
    await ask()
    state.status = 401
    state.tag = '"3"'
    expect((await ask()).status).toBe(401)
    Object.assign(state, { status: 200, tag: null })
    await ask()
    await ask()
    expect(sent).toEqual([null, '"1"', null, null])
  })

  test('remembers twenty answers', async () => {
    const { sent, ask } = await aServer()
    for (let name = 0; name <= 20; name += 1) await ask(String(name))
    await ask('20')
    await ask('0')
    expect(sent.slice(-2)).toEqual(['"1"', null])
  })
})
