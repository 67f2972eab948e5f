import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

type Upgrade = Answer<'getUpgrade'>

const NOTHING: Upgrade = {
  way: 'page',
  folder: null,
  key: '0123456789ABCDEF',
  offers: [],
  asked: null,
  plan: null,
  progress: null,
  problem: null,
  before: null,
  timeZone: 'Asia/Shanghai',
}
const OFFER: Upgrade['offers'][number] = {
  id: 'folder/sluice-0.2.1-linux-x64.tar.gz',
  from: 'folder',
  file: 'sluice-0.2.1-linux-x64.tar.gz',
  bytes: 50_000_000,
  version: '0.2.1',
  problem: null,
  command: 'sluice upgrade /srv/sluice/sluice-0.2.1-linux-x64.tar.gz',
}
const PROGRESS: NonNullable<Upgrade['progress']> = {
  phase: 'rehearsing',
  from: '0.2.0',
  to: '0.2.1',
  time: 0,
  isRunning: true,
  isAsked: false,
  said: null,
}

const open = (upgrade: Answers['getUpgrade'], more: Answers = {}) =>
  openScreen('/admin/settings/service', {
    getStatus: statuses.mainAdmin,
    getBackupStatus: {
      state: 'off',
      lastShipped: null,
      lastChecked: null,
      problem: null,
    } as never,
    getFactors: { on: false, authenticator: false, passkeys: 0, recoveryCodes: 0 },
    getInstallation: {
      version: '0.2.0',
      commit: null,
      commitTime: null,
      processes: [],
      disk: null,
      database: { kind: 'embedded', bytes: 0, logBytes: 0, earlier: null },
      certificate: { by: 'console', name: 'x', issuer: null, expires: null },
      secrets: [],
    },
    getUpgrade: upgrade,
    ...more,
  })

describe('the card of upgrades', () => {
  test('is not there before its answer, and says what failed', async () => {
    const { screen } = await open(() => new Promise(() => {}))
    await expect.element(screen.getByRole('heading', { name: 'Upgrade' })).toBeVisible()
    expect(screen.getByText(/No newer release/).query()).toBeNull()
  })

  test('says that it could not be loaded', async () => {
    const { screen } = await open({ refused: 500 })
    await expect.element(screen.getByText('Network error, try again later.')).toBeVisible()
  })

  test('is left out by a server that has none', async () => {
    const { screen } = await open(undefined)
    await expect.element(screen.getByRole('heading', { name: 'Processes' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Upgrade' })).not.toBeInTheDocument()
  })

  test.each([
    [null, /asks nobody on the internet/],
    ['/srv/sluice', 'No newer release is in /srv/sluice.'],
  ])('says that nothing newer is here, and where it looked: %s', async (folder, words) => {
    const { screen } = await open({ ...NOTHING, folder })
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Upload a release' })).toBeVisible()
  })

  test('has what is newer put in place now, after a proof', async () => {
    const { screen, calls } = await open(
      { ...NOTHING, offers: [OFFER] },
      {
        startUpgrade: { problem: null },
        getOfferNotes: { version: '0.2.1', text: '- **Much** newer.' },
      },
    )
    await expect.element(screen.getByText(/whole, and signed with the key/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'getOfferNotes')).toBe(false)
    const news = screen.getByRole('button', { name: 'What is new' })
    await news.nth(1).click()
    await expect.element(screen.getByText('Much')).toBeVisible()
    await screen.getByRole('button', { name: 'Upgrade to 0.2.1' }).click()
    await expect.element(screen.getByText(/rehearsed on a copy of the shop/)).toBeVisible()
    await expect.element(screen.getByText(/closed for some seconds; connections/)).toBeVisible()
    await screen.getByLabelText('Your password').fill('secret words')
    await screen.getByRole('button', { name: 'Upgrade now' }).click()
    await expect
      .poll(() => calls.find(({ id }) => id === 'startUpgrade')?.body)
      .toEqual({ proof: { password: 'secret words' }, offer: OFFER.id, version: '0.2.1' })
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('has it put in place at an hour of the site, and says what is wrong with it', async () => {
    const { screen, calls } = await open(
      { ...NOTHING, offers: [OFFER] },
      { startUpgrade: { problem: 'It was changed: download it again.' } },
    )
    await screen.getByRole('button', { name: 'Upgrade to 0.2.1' }).click()
    await expect
      .element(screen.getByText('Hours are those of the site: Asia/Shanghai'))
      .toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('When').element(), '3')
    await screen.getByLabelText('Your password').fill('secret words')
    await screen.getByRole('button', { name: 'Upgrade at 03:00' }).click()
    await expect.element(screen.getByText('It was changed: download it again.')).toBeVisible()
    expect(calls.find(({ id }) => id === 'startUpgrade')?.body).toMatchObject({ hour: 3 })
  })

  test('says why a release is not taken, and offers nothing but to remove it', async () => {
    const problem = 'It is signed with another key (A) than the one that is trusted here (B).'
    const other = { ...OFFER, id: 'folder/other', problem: 'Another reason.' }
    const offers = [
      { ...OFFER, from: 'upload' as const, version: null, problem, why: 'other key' as const },
      other,
    ]
    const { screen, calls } = await open(
      { ...NOTHING, offers },
      { removeUploadedRelease: 'success' },
    )
    await expect.element(screen.getByText(/another key than the one that this/)).toBeVisible()
    await expect.element(screen.getByText('Another reason.')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Upgrade to/ }).query()).toBeNull()
    await screen.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => calls.some(({ id }) => id === 'removeUploadedRelease')).toBe(true)
  })

  test('takes the files of a release from this device, the small ones first', async () => {
    const { screen, calls } = await open(NOTHING, {
      uploadRelease: (body) => {
        const { from, data } = body as { from: number; data: string }
        return { received: from + atob(data).length }
      },
    })
    await expect.element(screen.getByRole('button', { name: 'Upload a release' })).toBeVisible()
    const files = [
      new File([new Uint8Array(1_200_000)], OFFER.file),
      new File([new Uint8Array(300)], 'SHA256SUMS'),
    ]
    const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')!
    await userEvent.upload(input, files)
    await expect
      .poll(() =>
        calls
          .filter(({ id }) => id === 'uploadRelease')
          .map(({ body, url }) => [
            url.pathname.split('/').at(-1),
            (body as { from: number }).from,
          ]),
      )
      .toEqual([
        ['SHA256SUMS', 0],
        [OFFER.file, 0],
        [OFFER.file, 500_000],
        [OFFER.file, 1_000_000],
      ])
    await expect.poll(() => calls.filter(({ id }) => id === 'getUpgrade').length).toBeGreaterThan(1)
  })

  test('says why a file is not taken, and goes on with it', async () => {
    let isRefused = true
    const { screen } = await open(NOTHING, {
      uploadRelease: () => (isRefused ? { refused: 403, word: 'no space' } : { received: 300 }),
    })
    await expect.element(screen.getByRole('button', { name: 'Upload a release' })).toBeVisible()
    const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')!
    await userEvent.upload(input, [new File([new Uint8Array(300)], 'SHA256SUMS')])
    await expect.element(screen.getByText('The server’s disk is full.')).toBeVisible()
    isRefused = false
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('button', { name: 'Upload a release' })).toBeVisible()
  })

  test.each([
    ['command', /is not switched on/, 'systemctl enable --now sluice-upgrade.path'],
    ['container', /without systemd/, 'podman compose up --detach --build'],
    ['npm', /by npm or by hand/, /npm install --global/],
    ['sources', /from its sources/, 'git pull && npm ci && npm start'],
  ] as const)('gives the command instead: %s', async (way, words, command) => {
    const offers = way === 'sources' ? [] : [OFFER]
    const { screen } = await open({ ...NOTHING, way, offers, before: '0.1.0' })
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByText(command)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Upgrade to|^Back to/ }).query()).toBeNull()
    if (way !== 'sources') await expect.element(screen.getByText(OFFER.command)).toBeVisible()
  })

  test('is of no use without a network', async () => {
    const { screen } = await open({ ...NOTHING, offers: [OFFER], before: '0.1.0' })
    await expect.element(screen.getByRole('button', { name: 'Upgrade to 0.2.1' })).toBeVisible()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    for (const name of ['Upgrade to 0.2.1', 'Back to 0.1.0', 'Upload a release'])
      await expect
        .element(screen.getByRole('button', { name }))
        .toHaveAttribute('aria-disabled', 'true')
    vi.restoreAllMocks()
    dispatchEvent(new Event('online'))
  })
})

describe('an upgrade that was asked for', () => {
  test('waits to be taken up, and can be taken back', async () => {
    const asked = { wants: 'upgrade', since: 0, isLate: false } as const
    const { screen, calls } = await open(
      { ...NOTHING, asked, offers: [OFFER] },
      { cancelUpgrade: { refused: 403, word: 'nothing planned' } },
    )
    await expect.element(screen.getByText(/begins within seconds/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upgrade to 0.2.1' }).query()).toBeNull()
    await screen.getByRole('button', { name: 'Do not upgrade' }).click()
    await expect.element(screen.getByText('It has begun already.')).toBeVisible()
    expect(calls.some(({ id }) => id === 'cancelUpgrade')).toBe(true)
  })

  test('says where to look when nobody takes it up', async () => {
    const asked = { wants: 'upgrade', since: 0, isLate: true } as const
    const { screen } = await open({ ...NOTHING, asked })
    await expect.element(screen.getByText(/systemctl status sluice-upgrade\.path/)).toBeVisible()
  })

  test('is shown with its hour, beside what there is', async () => {
    const plan = { version: '0.2.1', time: Date.UTC(2026, 11, 1, 19) }
    const { screen } = await open({ ...NOTHING, plan, offers: [OFFER] })
    await expect.element(screen.getByText(/^0\.2\.1 is put in place at/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Do not upgrade' })).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Upgrade to 0.2.1' }))
      .toHaveAttribute('aria-disabled', 'true')
  })

  test(
    'is followed through the restart of the console to its end',
    { timeout: 20_000 },
    async () => {
      let at = 0
      const steps: (() => Upgrade)[] = [
        () => ({ ...NOTHING, progress: PROGRESS }),
        () => ({ ...NOTHING, progress: { ...PROGRESS, phase: 'trial' } }),
      ]
      let isAway = false
      const { screen } = await open(() => {
        if (isAway) throw new TypeError('the console is starting again')
        return steps[Math.min(at, steps.length - 1)]!()
      })
      await expect.element(screen.getByText(/0\.2\.1 is rehearsed on a copy/)).toBeVisible()
      await expect.element(screen.getByText(/It goes on when you leave this page/)).toBeVisible()
      at = 1
      await expect
        .element(screen.getByText(/0\.2\.1 takes over\./), { timeout: 5_000 })
        .toBeVisible()
      isAway = true
      await expect
        .element(screen.getByText(/this page waits for it/), { timeout: 8_000 })
        .toBeVisible()
      steps.push(() => ({
        ...NOTHING,
        progress: { ...PROGRESS, phase: 'done', isRunning: false },
        before: '0.2.0',
      }))
      ;[at, isAway] = [2, false]
      await expect
        .element(screen.getByText(/0\.2\.1 runs in place of 0\.2\.0/), { timeout: 8_000 })
        .toBeVisible()
      await expect.element(screen.getByRole('button', { name: 'Back to 0.2.0' })).toBeVisible()
    },
  )

  test.each([
    [
      { phase: 'back', said: '0.2.1 was taken back: it ended again and again.' } as const,
      /came to nothing; 0\.2\.0 serves.*it ended again and again/,
    ],
    [{ phase: 'refused', said: 'The books differ.' } as const, /came to nothing.*The books differ/],
    [{ phase: 'back', isAsked: true } as const, /0\.2\.0 serves again in place of 0\.2\.1/],
    [{ phase: 'trial' } as const, /was cut off/],
    [{ phase: 'going back', isAsked: true } as const, /Going back to 0\.2\.0 was cut off\. It is/],
  ])('says what came of it: %j', async (more, words) => {
    const progress = { ...PROGRESS, isRunning: false, ...more }
    const { screen } = await open({ ...NOTHING, progress })
    await expect.element(screen.getByText(words)).toBeVisible()
  })

  test('says why it was not done', async () => {
    const { screen } = await open({ ...NOTHING, problem: 'Another upgrade is under way.' })
    await expect.element(screen.getByText('Another upgrade is under way.')).toBeVisible()
  })
})

describe('going back', () => {
  const before = { ...NOTHING, before: '0.2.0' }

  test('says what would be lost, and wants a proof', async () => {
    const { screen, calls } = await open(before, {
      previewRollback: { version: '0.2.0', isUpgraded: true, orders: 3, users: 2, problem: null },
      rollBackRelease: 'success',
    })
    await screen.getByRole('button', { name: 'Back to 0.2.0' }).click()
    await expect.element(screen.getByText(/payments stay with the provider/)).toBeVisible()
    await expect.element(screen.getByText('New orders')).toBeVisible()
    await screen.getByLabelText('Your password').fill('secret words')
    await screen.getByRole('button', { name: 'Go back' }).click()
    await expect
      .poll(() => calls.find(({ id }) => id === 'rollBackRelease')?.body)
      .toEqual({ proof: { password: 'secret words' }, version: '0.2.0' })
  })

  test('says that nothing is lost where the database was not changed', async () => {
    const { screen } = await open(before, {
      previewRollback: {
        version: '0.2.0',
        isUpgraded: false,
        orders: null,
        users: null,
        problem: null,
      },
    })
    await screen.getByRole('button', { name: 'Back to 0.2.0' }).click()
    await expect.element(screen.getByText(/nothing is lost/)).toBeVisible()
  })

  test('is not done where it cannot be', async () => {
    const problem = 'The copy from before the upgrade is gone: restore a backup instead.'
    const { screen, calls } = await open(before, {
      previewRollback: { version: '0.2.0', isUpgraded: true, orders: null, users: null, problem },
    })
    await screen.getByRole('button', { name: 'Back to 0.2.0' }).click()
    await expect.element(screen.getByText(problem)).toBeVisible()
    await screen.getByLabelText('Your password').fill('secret words')
    await userEvent.keyboard('{Enter}')
    expect(calls.some(({ id }) => id === 'rollBackRelease')).toBe(false)
  })
})
