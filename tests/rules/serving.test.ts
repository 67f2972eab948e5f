import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { servesUnseen, servingOf } from '#rules/serving.ts'

type State = Schema<'LightState'>
const STATES = ['green', 'amber', 'red', 'grey'] as const

const lightsOf = ([agent, ports, handshake]: readonly State[]) =>
  Object.fromEntries(
    Object.entries({ agent, ports, handshake }).map(([cause, state]) => [
      cause,
      { state, cause, since: 1, value: null },
    ]),
  ) as never

describe('the verdict on a server', () => {
  test.each<[State, string, State[]]>([
    ['green', 'handshake', ['green', 'green', 'green']],
    // Only the link to the console hangs.
    ['green', 'handshake', ['red', 'grey', 'green']],
    ['green', 'handshake', ['amber', 'green', 'green']],
    ['amber', 'handshake', ['red', 'grey', 'amber']],
    ['amber', 'ports', ['green', 'amber', 'green']],
    ['amber', 'handshake', ['green', 'amber', 'amber']],
    ['red', 'handshake', ['green', 'green', 'red']],
    ['red', 'agent', ['red', 'green', 'red']],
    ['red', 'ports', ['green', 'red', 'green']],
    // Nobody tried.
    ['red', 'agent', ['red', 'grey', 'grey']],
    ['red', 'ports', ['green', 'red', 'grey']],
    ['amber', 'agent', ['amber', 'green', 'grey']],
    ['amber', 'ports', ['green', 'amber', 'grey']],
    ['green', 'agent', ['green', 'grey', 'grey']],
    ['grey', 'handshake', ['grey', 'grey', 'grey']],
  ])('is %s by the light of the %s, of %j', (state, cause, lights) => {
    expect(servingOf(lightsOf(lights))).toMatchObject({ state, cause })
  })

  test('is never better than what was tried, nor than no open port', () => {
    for (const agent of STATES)
      for (const ports of STATES)
        for (const handshake of STATES) {
          const { state } = servingOf(lightsOf([agent, ports, handshake]))
          const all = [agent, ports, handshake].join(' ')
          if (handshake === 'red' || ports === 'red') expect([all, state]).toEqual([all, 'red'])
          else if (handshake !== 'grey')
            expect([all, state]).toEqual([
              all,
              handshake === 'amber' || ports === 'amber' ? 'amber' : 'green',
            ])
        }
  })

  test('knows of one that serves though it does not answer', () => {
    const unseen = (...lights: State[]) => servesUnseen(lightsOf(lights))
    expect(unseen('red', 'grey', 'green')).toBe(true)
    expect(unseen('red', 'grey', 'amber')).toBe(true)
    expect(unseen('red', 'grey', 'red')).toBe(false)
    expect(unseen('red', 'grey', 'grey')).toBe(false)
    expect(unseen('green', 'green', 'green')).toBe(false)
  })
})
