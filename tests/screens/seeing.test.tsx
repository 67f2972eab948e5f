import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { knownServer } from '#api/serverInfo.ts'
import { openScreen, statuses } from '../support/screens.ts'

const SEEN = { ...statuses.user, seenBy: { id: 1, expiresIn: 600_000 } }

describe('the area of a customer who is only seen', () => {
  test('says so, sends whom it shows, and says why something is refused', async () => {
    const { screen, calls } = await openScreen('/user/security', {
      getStatus: SEEN,
      getFactors: { on: false, authenticator: false, passkeys: 0, recoveryCodes: 0 },
      listPasskeys: [],
      listSessions: ['a', 'b'].map((letter) => ({
        id: letter.repeat(16),
        userAgent: 'Firefox/140.0 Windows',
        createTime: 0,
        lastTime: 0,
        current: false,
      })),
      endOtherSessions: { refused: 403, word: 'viewing only' },
      endSession: { refused: 403, word: 'viewing only' },
      stopSeeing: { refused: 403, word: '' },
    })
    await expect.element(screen.getByText(/Nothing can be changed/)).toBeVisible()
    expect(knownServer().seen).toBe(SEEN.id)
    await userEvent.click(
      screen.getByRole('button', { name: 'Log out of Firefox, Windows' }).first(),
    )
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('You are viewing as this customer. Nothing can be changed.')
    await userEvent.click(screen.getByRole('button', { name: 'Back to admin' }))
    await expect.poll(() => calls.map(({ id }) => id)).toContain('stopSeeing')
    await expect.element(screen.getByText('The view did not end. Try again.')).toBeVisible()
  })
})
