import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'
import { LONG_WRITE_TIMEOUT_MS } from '#rules/timing.ts'

/** The groups the caller may see, with the number of people in each. */
export const listGroups = () =>
  queryOptions({
    queryKey: ['listGroups'],
    queryFn: () => answer(api.GET('/api/admin/group')),
    staleTime: 60_000,
  })

/** One group with its plans and notices. */
export const getGroup = (groupId: number) =>
  queryOptions({
    queryKey: ['getGroup', groupId],
    queryFn: () => answer(api.GET('/api/admin/group/{groupId}', { params: { path: { groupId } } })),
  })

/** Makes a group. Spec 7: it may take 15 s. */
export const createGroup = mutationOptions({
  mutationKey: ['createGroup'],
  mutationFn: (body: Body<'createGroup'>) =>
    answer(
      api.POST('/api/admin/group', { body, signal: AbortSignal.timeout(LONG_WRITE_TIMEOUT_MS) }),
    ),
})

/** Changes a group. Spec 7: it may take 15 s. */
export const editGroup = mutationOptions({
  mutationKey: ['editGroup'],
  mutationFn: ({ groupId, body }: { groupId: number; body: Body<'editGroup'> }) =>
    answer(
      api.PUT('/api/admin/group/{groupId}', {
        params: { path: { groupId } },
        body,
        signal: AbortSignal.timeout(LONG_WRITE_TIMEOUT_MS),
      }),
    ),
})

/** Deletes a group; its users join the default one where `moveUsers` says so. */
export const deleteGroup = mutationOptions({
  mutationKey: ['deleteGroup'],
  mutationFn: ({ groupId, moveUsers }: { groupId: number; moveUsers: boolean }) =>
    answer(
      api.DELETE('/api/admin/group/{groupId}', {
        params: { path: { groupId }, query: moveUsers ? { moveUsers } : {} },
      }),
    ),
})

/** Moves a user or an admin into a group. */
export const setUserGroup = mutationOptions({
  mutationKey: ['setUserGroup'],
  mutationFn: (path: { groupId: number; userId: number }) =>
    answer(api.POST('/api/admin/group/{groupId}/{userId}', { params: { path } })),
})
