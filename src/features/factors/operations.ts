import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'

/** Proof that it is the person: the password, or the second step where it is on. */
export type Proof = Body<'beginTotp'>

/** How the own login is protected. */
export const getFactors = () =>
  queryOptions({
    queryKey: ['getFactors'],
    queryFn: () => answer(api.GET('/api/factors')),
  })

/** The own passkeys. */
export const listPasskeys = () =>
  queryOptions({
    queryKey: ['listPasskeys'],
    queryFn: () => answer(api.GET('/api/factors/passkeys')),
  })

/** Where the person is logged in, this session first. */
export const listSessions = () =>
  queryOptions({
    queryKey: ['listSessions'],
    queryFn: () => answer(api.GET('/api/sessions')),
  })

/** Logs out of another session. */
export const endSession = mutationOptions({
  mutationKey: ['endSession'],
  mutationFn: (sessionId: string) =>
    answer(api.POST('/api/sessions/{sessionId}/end', { params: { path: { sessionId } } })),
})

/** Logs out everywhere but here. */
export const endOtherSessions = mutationOptions({
  mutationKey: ['endOtherSessions'],
  mutationFn: () => answer(api.POST('/api/sessions/end')),
})

/** Logs a normal user out everywhere. */
export const endUserSessions = mutationOptions({
  mutationKey: ['endUserSessions'],
  mutationFn: (userId: number) =>
    answer(api.POST('/api/admin/user/{userId}/sessions/end', { params: { path: { userId } } })),
})

/** Logs another admin out everywhere. */
export const endAdminSessions = mutationOptions({
  mutationKey: ['endAdminSessions'],
  mutationFn: (userId: number) =>
    answer(api.POST('/api/admin/admin/{userId}/sessions/end', { params: { path: { userId } } })),
})

/** Creates a secret for an authenticator app. It is shown once and not stored. */
export const beginTotp = mutationOptions({
  mutationKey: ['beginTotp'],
  mutationFn: (proof: Proof) => answer(api.POST('/api/factors/totp', { body: proof })),
  gcTime: 0,
})

/** Switches the app on by its first code; answers recovery codes with the first factor. */
export const confirmTotp = mutationOptions({
  mutationKey: ['confirmTotp'],
  mutationFn: (code: string) => answer(api.POST('/api/factors/totp/confirm', { body: { code } })),
  gcTime: 0,
})

/** Switches the app off. */
export const removeTotp = mutationOptions({
  mutationKey: ['removeTotp'],
  mutationFn: (proof: Proof) => answer(api.POST('/api/factors/totp/remove', { body: proof })),
})

/** Makes recovery codes in place of those before. */
export const newRecoveryCodes = mutationOptions({
  mutationKey: ['newRecoveryCodes'],
  mutationFn: (proof: Proof) => answer(api.POST('/api/factors/recovery', { body: proof })),
  gcTime: 0,
})

/** Requests the challenge for a new passkey. */
export const beginPasskey = mutationOptions({
  mutationKey: ['beginPasskey'],
  mutationFn: (proof: Proof) => answer(api.POST('/api/factors/passkeys', { body: proof })),
})

/** Saves the passkey the browser created; returns recovery codes with the first factor. */
export const addPasskey = mutationOptions({
  mutationKey: ['addPasskey'],
  mutationFn: (passkey: Body<'addPasskey'>) =>
    answer(api.POST('/api/factors/passkeys/add', { body: passkey })),
  gcTime: 0,
})

/** Removes a passkey. */
export const removePasskey = mutationOptions({
  mutationKey: ['removePasskey'],
  mutationFn: ({ id, proof }: { id: number; proof: Proof }) =>
    answer(
      api.POST('/api/factors/passkeys/{passkeyId}/remove', {
        params: { path: { passkeyId: id } },
        body: proof,
      }),
    ),
})

/** Removes every factor of a normal user. */
export const removeUserFactors = mutationOptions({
  mutationKey: ['removeUserFactors'],
  mutationFn: (userId: number) =>
    answer(api.POST('/api/admin/user/{userId}/factors/remove', { params: { path: { userId } } })),
})

/** Removes every factor of another admin. */
export const removeAdminFactors = mutationOptions({
  mutationKey: ['removeAdminFactors'],
  mutationFn: (userId: number) =>
    answer(api.POST('/api/admin/admin/{userId}/factors/remove', { params: { path: { userId } } })),
})

/** Deletes the calling customer with their accounts. */
export const deleteMe = mutationOptions({
  mutationKey: ['deleteMe'],
  mutationFn: (proof: Proof) => answer(api.POST('/api/user/delete', { body: proof })),
})
