import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'

/** How far a restore from the set-up page has come. */
export const getRestore = (token: string) =>
  answer(api.GET('/api/home/setup/restore', { params: { query: { token } } }))

/** Begins to fetch a copy from a backup. */
export const fetchBackup = (wanted: Body<'fetchBackup'>) =>
  answer(api.POST('/api/home/setup/restore', { body: wanted }))

/** Lets the copy that was looked at take the place of the empty database. */
export const restoreBackup = (wanted: Body<'restoreBackup'>) =>
  answer(api.PUT('/api/home/setup/restore', { body: wanted }))
