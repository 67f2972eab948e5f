import { describe, expect, test } from 'vitest'
import { pauseAfter, renewalTime } from '../../../server/app/tls/certificate.ts'
import { makeRenewing } from '../../../server/app/tls/renewing.ts'
import { type CertificateStatus, NO_CERTIFICATE } from '../../../server/base/certificate.ts'
import { makeCertificateWatch } from '../../../server/notify/certificateWatch.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTE_MS = 60_000

describe('when it is renewed', () => {
  const certificate = { cert: '', key: '', from: 0, until: 90_000 }

  test('is at two thirds of its life, or up to a thirtieth earlier', () => {
    expect(renewalTime(certificate, 0)).toBe(60_000)
    expect(renewalTime(certificate, 1)).toBe(57_000)
  })

  test('pauses are longer each time, and never five in an hour', () => {
    const pauses = [1, 2, 3, 4, 5].map((failures) => pauseAfter(failures, 0))
    expect(pauses.map((ms) => ms / MINUTE_MS)).toEqual([2, 4, 8, 16, 32])
    // The first try, and five more after these pauses.
    expect(pauses.reduce((all, ms) => all + ms)).toBeGreaterThan(60 * MINUTE_MS)
    expect(pauseAfter(20, 0)).toBe(360 * MINUTE_MS)
    expect(pauseAfter(1, 1)).toBe(2.5 * MINUTE_MS)
  })

  test('a failure is not repeated before its pause is over, whatever the clock says', async () => {
    const clock = { at: 0, elapsed: 0 }
    let tries = 0
    const renewing = makeRenewing({
      host: 'panel.example.test',
      now: () => clock.at,
      elapsed: () => clock.elapsed,
      random: () => 0,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      serve: () => {},
      source: {
        isDue: () => true,
        async fetch() {
          tries += 1
          throw new Error('It is away.')
        },
      },
    })
    await renewing.look()
    clock.at = 1e12
    clock.elapsed = 119_999
    await renewing.look()
    expect(tries).toBe(1)
    clock.elapsed = 120_000
    await renewing.look()
    expect(tries).toBe(2)
    const problem = 'It is away.'
    expect(renewing.status()).toEqual({
      state: 'missing',
      issuer: null,
      expires: null,
      problem,
      nextTry: clock.at + 4 * MINUTE_MS,
    })
    clock.elapsed += MINUTE_MS
    expect(renewing.status().nextTry).toBe(clock.at + 3 * MINUTE_MS)
  })
})

describe('getCertificateStatus', () => {
  test('is for the main admin, and measured', async () => {
    const status: CertificateStatus = {
      state: 'failing',
      issuer: null,
      expires: 1,
      problem: 'It is away.',
      nextTry: 2,
    }
    const world = await makeWorld({ certificate: () => status })
    expect((await world.as(mainAdmin).GET('/api/admin/certificate')).data).toEqual(status)
    const admin = await world.person({ type: 'admin' })
    const statusFor = async (caller: typeof mainAdmin | null) =>
      (await world.as(caller).GET('/api/admin/certificate')).response.status
    expect(await statusFor(admin)).toBe(403)
    expect(await statusFor(null)).toBe(401)
    const { payload } = await world.app.inject('/api/metrics')
    expect(payload).toContain('sluice_certificate_expiry_timestamp_seconds 0.001')
    expect(payload).toContain('sluice_certificate_state{state="failing"} 1')
  })
})

test('the main admin is notified once when it is nearly over, and once when it is replaced', async () => {
  const { db, now, clock } = await makeWorld()
  const status: CertificateStatus = { ...NO_CERTIFICATE, state: 'failing' }
  const look = makeCertificateWatch({ db, now, certificate: () => status })
  const kinds = async () => {
    await look()
    const rows = await db.selectFrom('event').select(['kind', 'userId']).orderBy('id').execute()
    expect(rows.every(({ userId }) => userId === null)).toBe(true)
    return rows.map(({ kind }) => kind)
  }
  clock.add(3_600_000)
  expect(await kinds()).toEqual([])
  status.state = 'expiring'
  expect(await kinds()).toEqual([])
  clock.add(299_999)
  expect(await kinds()).toEqual([])
  clock.add(1)
  expect(await kinds()).toEqual(['certificateEnding'])
  status.state = 'missing'
  clock.add(3_600_000)
  expect(await kinds()).toEqual(['certificateEnding'])
  status.state = 'ok'
  expect(await kinds()).toEqual(['certificateEnding', 'certificateWell'])
  expect(await kinds()).toEqual(['certificateEnding', 'certificateWell'])
})

test('nobody is notified of one that only could not be renewed, nor where there is none', async () => {
  const { db, now, clock } = await makeWorld()
  const status: CertificateStatus = { ...NO_CERTIFICATE }
  const look = makeCertificateWatch({ db, now, certificate: () => status })
  const passed = async (state: CertificateStatus['state']) => {
    status.state = state
    for (let at = 0; at < 20; at += 1) {
      clock.add(60_000)
      await look()
    }
    return (await db.selectFrom('event').select('kind').execute()).length
  }
  expect([await passed('failing'), await passed('off'), await passed('ok')]).toEqual([0, 0, 0])
  expect(await passed('expiring')).toBe(1)
  // Who puts a proxy in front has no certificate here any more, which is no good one.
  expect(await passed('off')).toBe(1)
  expect(await passed('failing')).toBe(2)
})

test('trouble that comes and goes within five minutes begins anew each time', async () => {
  const { db, now, clock } = await makeWorld()
  const status: CertificateStatus = { ...NO_CERTIFICATE, state: 'ok' }
  const look = makeCertificateWatch({ db, now, certificate: () => status })
  for (const state of ['missing', 'ok', 'expiring', 'failing', 'missing'] as const) {
    status.state = state
    await look()
    clock.add(299_999)
    await look()
  }
  expect(await db.selectFrom('event').selectAll().execute()).toEqual([])
})
