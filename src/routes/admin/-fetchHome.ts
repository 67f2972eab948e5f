import type { QueryClient } from '@tanstack/react-query'
import type { May } from '#api/may.ts'
import type { OperationId } from '#contract'
import { DEFAULT_VIEW, toAccountQuery } from '#features/accounts/filter.ts'
import { listAccounts } from '#features/accounts/operations.ts'
import { getBackupStatus } from '#features/backup/operations.ts'
import { getCertificateStatus } from '#features/certificate/operations.ts'
import { listUnexpectedEnds } from '#features/ends/operations.ts'
import { getShopFigures } from '#features/figures/operations.ts'
import { getFirstSteps } from '#features/firstSteps/operations.ts'
import { listTopFlow } from '#features/flow/operations.ts'
import { listServerLights } from '#features/servers/operations.ts'
import { getStorage } from '#features/storage/operations.ts'
import { deviceZone } from '#ui/now.ts'
import { fetchWaiting } from './-useWaiting.ts'

/** The newest accounts, which the first steps speak of. */
export const NEWEST = { ...toAccountQuery(DEFAULT_VIEW), pageSize: 5 }

/** The first steps of a new shop, which stand above all else until an account is used. */
export const importFirstSteps = () => import('./-FirstSteps.tsx')

/**
 * Requests what the first view of Home is made of, unless it is cached: what comes later would push
 * down what somebody has begun to read.
 */
export function fetchHome(queryClient: QueryClient, isMain: boolean, may: May): Promise<unknown>[] {
  const wanted = (id: OperationId, fetch: () => Promise<unknown>) => (may(id) ? [fetch()] : [])
  const steps = async () => {
    const { over, connected } = await queryClient.ensureQueryData(getFirstSteps())
    if (over || connected) return
    await Promise.all([
      importFirstSteps(),
      queryClient.ensureInfiniteQueryData(listAccounts(NEWEST)),
    ])
  }
  const ofMain = () => [
    ...wanted('getFirstSteps', steps),
    ...wanted('listServerLights', () => queryClient.ensureQueryData(listServerLights())),
    ...wanted('listUnexpectedEnds', () => queryClient.ensureQueryData(listUnexpectedEnds())),
    ...wanted('getBackupStatus', () => queryClient.ensureQueryData(getBackupStatus())),
    ...wanted('getCertificateStatus', () => queryClient.ensureQueryData(getCertificateStatus())),
  ]
  return [
    ...wanted('getShopFigures', () => queryClient.ensureQueryData(getShopFigures())),
    ...(isMain ? ofMain() : []),
    ...fetchWaiting(queryClient, may),
    ...wanted('getStorage', () => queryClient.ensureQueryData(getStorage())),
    queryClient.ensureQueryData(listTopFlow(deviceZone())),
  ]
}
