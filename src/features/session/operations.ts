import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'

/** Who is logged in, and how the site is set. */
export const getStatus = () => answer(api.GET('/api/home/login'))

/** Logs in by e-mail and password. */
export const logIn = (form: Body<'logIn'>) => answer(api.POST('/api/home/login', { body: form }))

/** Requests the challenge for a login by passkey. */
export const beginPasskeyLogIn = () => answer(api.POST('/api/home/passkey'))

/** Logs an admin in by what the passkey signed. */
export const logInByPasskey = (signed: Body<'logInByPasskey'>) =>
  answer(api.POST('/api/home/passkey/login', { body: signed }))

/** How long a logout waits for the server, or for the browser's push service. */
export const LOGOUT_TIMEOUT_MS = 4000

/** Ends the session. */
export const logOut = () =>
  answer(api.POST('/api/home/logout', { signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) }))

/** Whether the one-time set-up link works. */
export const getSetup = (token: string) =>
  answer(api.GET('/api/home/setup', { params: { query: { token } } }))

/** Makes the main admin and names the site. */
export const setUp = (form: Body<'setUp'>) => answer(api.POST('/api/home/setup', { body: form }))

/** Mails a sign-up code. */
export const sendCode = (form: Body<'sendCode'>) =>
  answer(api.POST('/api/home/code', { body: form }))

/** Creates the user who has the code, and logs them in. */
export const signUp = (form: Body<'signUp'>) => answer(api.POST('/api/home/signup', { body: form }))

/** Mails a link that sets a new password. */
export const sendResetLink = (email: string) =>
  answer(api.POST('/api/home/password/sendEmail', { body: { email } }))

/** Whether a link that sets a new password still works. */
export const checkResetToken = (token: string) =>
  answer(api.GET('/api/home/password/reset', { params: { query: { token } } }))

/** Sets a new password with a link. */
export const resetPassword = (form: Body<'resetPassword'>) =>
  answer(api.POST('/api/home/password/reset', { body: form }))

/** Logs in as the owner of a registered device. */
export const logInByMac = (mac: string) => answer(api.POST('/api/home/macLogin', { body: { mac } }))

/** Logs in with a link of the messaging service. */
export const logInByTelegram = (token: string) =>
  answer(api.POST('/api/user/telegram/login', { body: { token } }))

/** Counts the visit of an invited person, and returns whether the code has a free place. */
export const visitReferral = (code: string) =>
  answer(api.POST('/api/home/ref/{code}', { params: { path: { code } } }))
