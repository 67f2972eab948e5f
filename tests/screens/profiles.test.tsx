import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const PATH = '/admin/settings/profiles'
const STANDARD = 'proxy-groups: [{ name: Proxy, type: select, proxies: ["{servers}"] }]'
const main: Answers = {
  getStatus: statuses.mainAdmin,
  getProfileTemplate: { content: '', standard: STANDARD, revision: 'first' },
  editProfileTemplate: { revision: 'second' },
  previewProfileTemplate: { problems: [], profile: 'proxies: [Tokyo]' },
}
const save = { name: 'Save', exact: true }

describe('profiles for apps', () => {
  test('begin with the standard one, are shown, and are saved over what was read', async () => {
    const { screen, calls } = await openScreen(PATH, main)
    const field = screen.getByLabelText('Template')
    await expect.element(field).toHaveValue(STANDARD)
    await expect.element(screen.getByRole('button', { name: 'Standard profile' })).toBeDisabled()
    await userEvent.fill(field, `${STANDARD} # mine`)
    await userEvent.click(screen.getByRole('button', { name: 'Check and preview' }))
    await expect.element(screen.getByText('proxies: [Tokyo]')).toBeVisible()
    // A preview of what is no longer in the field would mislead.
    await userEvent.fill(field, `${STANDARD} # yours`)
    expect(screen.getByText('proxies: [Tokyo]').query()).toBeNull()
    await userEvent.click(screen.getByRole('button', save))
    await expect.element(screen.getByText(/^Saved/)).toBeVisible()
    await userEvent.fill(field, STANDARD)
    await userEvent.click(screen.getByRole('button', save))
    await expect.poll(() => calls.filter(({ id }) => id === 'editProfileTemplate')).toHaveLength(2)
    const sent = calls.filter(({ id }) => id === 'editProfileTemplate').map(({ body }) => body)
    // The standard profile is stored as none.
    expect(sent).toEqual([
      { content: `${STANDARD} # yours`, revision: 'first' },
      { content: '', revision: 'second' },
    ])
  })

  test('say what is wrong where they are refused', async () => {
    const { screen } = await openScreen(PATH, {
      ...main,
      editProfileTemplate: { refused: 403, word: 'invalid template' },
      previewProfileTemplate: {
        problems: [
          { kind: 'syntax', line: 3 },
          { kind: 'form', at: '' },
          { kind: 'form', at: 'rules' },
          { kind: 'unknown name', at: 'rules[0]', name: 'Nowhere' },
          { kind: 'double name', name: 'A' },
          { kind: 'empty list', at: 'proxy-groups[0].proxies', name: 'A' },
          { kind: 'no direct' },
          { kind: 'no servers' },
        ],
      },
    })
    await userEvent.fill(screen.getByLabelText('Template'), 'rules: [MATCH,Nowhere]')
    await userEvent.click(screen.getByRole('button', save))
    await expect.element(screen.getByText(/^The template was not saved/)).toBeVisible()
    for (const sentence of [
      'Line 3 cannot be read.',
      'This is not a profile: it must consist of names and values.',
      'rules has a form that apps do not accept.',
      'rules[0]: the template defines no “Nowhere”. Servers are listed with {servers}.',
      'Two entries are called “A”.',
      'proxy-groups[0].proxies: the group “A” is empty.',
      'An outbound of type “direct” is missing.',
      'No group lists {servers}, so nobody could connect.',
    ])
      await expect.element(screen.getByText(sentence)).toBeVisible()
    await expect.element(screen.getByLabelText('Template')).toHaveValue('rules: [MATCH,Nowhere]')
  })

  test('ask before what is typed is replaced, and before it is left', async () => {
    const { screen } = await openScreen(`${PATH}?app=singbox`, {
      ...main,
      getProfileTemplate: { content: '{"own":1}', standard: '{}', revision: 'r' },
    })
    const field = screen.getByLabelText('Template')
    await expect.element(field).toHaveValue('{"own":1}')
    await userEvent.click(screen.getByRole('button', { name: 'Standard profile' }))
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
    await expect.element(field).toHaveValue('{}')
    await userEvent.click(screen.getByRole('tab', { name: 'Mihomo' }))
    await expect.element(screen.getByText('Leave without saving?')).toBeVisible()
  })

  test('show what somebody else saved meanwhile', async () => {
    let isTheirs = false
    const { screen, calls } = await openScreen(PATH, {
      ...main,
      getProfileTemplate: () => ({
        content: isTheirs ? 'a: 2' : 'a: 1',
        standard: STANDARD,
        revision: isTheirs ? 'r2' : 'r1',
      }),
      editProfileTemplate: (body) => {
        if ((body as { revision: string }).revision === 'r2') return { revision: 'r3' }
        isTheirs = true
        return { refused: 409, word: 'changed meanwhile' }
      },
    })
    await userEvent.fill(screen.getByLabelText('Template'), 'a: 3')
    await userEvent.click(screen.getByRole('button', save))
    await userEvent.click(screen.getByRole('button', { name: 'Merge both' }))
    await userEvent.click(screen.getByRole('button', save))
    await expect.element(screen.getByText(/^Saved/)).toBeVisible()
    expect(calls.findLast(({ id }) => id === 'editProfileTemplate')?.body).toEqual({
      content: 'a: 3',
      revision: 'r2',
    })
  })
})
