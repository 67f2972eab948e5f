import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'

/** Who is logged in, and how the site is set. */
export const getStatus = () => answer(api.GET('/api/home/login'))

/** Logs in by e-mail and password. */
export const logIn = (form: Body<'logIn'>) => answer(api.POST('/api/home/login', { body: form }))

/** Ends the session. */
export const logOut = () => answer(api.POST('/api/home/logout'))

/** Tells whether the one-time set-up link works. */
export const getSetup = (token: string) =>
  answer(api.GET('/api/home/setup', { params: { query: { token } } }))

/** Makes the main admin and names the site. */
export const setUp = (form: Body<'setUp'>) => answer(api.POST('/api/home/setup', { body: form }))
