import type { CertificateStatus } from '../base/certificate.ts'
import type { World } from '../http/world.ts'
import { insertEvent } from '../messaging/events/store.ts'

/** How long a certificate must be missing or nearly over before anybody is notified, ms. */
const MIN_TROUBLE_MS = 300_000

type Watched = Pick<World, 'db' | 'now'> & { certificate: () => CertificateStatus }

/**
 * Notes when the certificate is nearly over or missing, once, and when there is a good one again.
 * One failure to renew is shown on the home screen and notified to nobody: a third of its life is
 * left. Call the result again and again.
 */
export function makeCertificateWatch({ db, now, certificate }: Watched) {
  let since: number | undefined

  return async function look(): Promise<void> {
    const { state, expires } = certificate()
    if (state === 'off') return
    const isWell = state === 'ok' || state === 'failing'
    if (isWell) since = undefined
    else since ??= now()
    const isLong = since !== undefined && now() - since >= MIN_TROUBLE_MS
    if (!isWell && !isLong) return
    const latest = await db
      .selectFrom('event')
      .select('kind')
      .where('kind', 'in', ['certificateEnding', 'certificateWell'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const wasTold = latest?.kind === 'certificateEnding'
    if (wasTold === isLong) return
    const kind = isLong ? 'certificateEnding' : 'certificateWell'
    const effect = `${kind}:${expires ?? 0}:${now()}`
    await insertEvent(db, { kind, userId: null, subjectId: null, effect, data: {} }, now())
  }
}
