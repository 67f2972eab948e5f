import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { INDEX_STALE_MS } from '#rules/timing.ts'
import { deviceZone } from '#ui/now.ts'

/** What was paid today and this month, and paid back; the day is this device's. */
export const getPaidFigures = (tz = deviceZone()) =>
  queryOptions({
    queryKey: ['getPaidFigures', { tz }],
    queryFn: () => answer(api.GET('/api/admin/paidFigures', { params: { query: { tz } } })),
    staleTime: 0,
    refetchInterval: INDEX_STALE_MS,
  })

/** The figures of the shop today, and its income of 30 days; the day is this device's. */
export const getShopFigures = (tz = deviceZone()) =>
  queryOptions({
    queryKey: ['getShopFigures', { tz }],
    queryFn: () => answer(api.GET('/api/admin/figures', { params: { query: { tz } } })),
    staleTime: 0,
    refetchInterval: INDEX_STALE_MS,
  })
