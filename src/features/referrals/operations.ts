import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { paged } from '#api/paged.ts'
import type { Body } from '#contract'

/** The caller's own codes that have a free place; those owed are made by asking. */
export const listMyRefCodes = () =>
  queryOptions({
    queryKey: ['listMyRefCodes'],
    queryFn: () => answer(api.GET('/api/user/ref/code')),
  })

/** The people the caller invited. */
export const listMyRefUsers = () =>
  queryOptions({
    queryKey: ['listMyRefUsers'],
    queryFn: () => answer(api.GET('/api/user/ref/user')),
  })

/** The calling admin's own codes that have a free place. */
export const listAdminRefCodes = () =>
  queryOptions({
    queryKey: ['listAdminRefCodes'],
    queryFn: () => answer(api.GET('/api/admin/ref/code')),
  })

/** The people the calling admin invited. */
export const listAdminRefUsers = () =>
  queryOptions({
    queryKey: ['listAdminRefUsers'],
    queryFn: () => answer(api.GET('/api/admin/ref/user')),
  })

/** Every code of a user, full ones too. */
export const listUserRefCodes = (userId: number) =>
  queryOptions({
    queryKey: ['listUserRefCodes', userId],
    queryFn: () =>
      answer(api.GET('/api/admin/ref/code/{userId}', { params: { path: { userId } } })),
  })

/** The people a user invited. */
export const listUserRefUsers = (userId: number) =>
  queryOptions({
    queryKey: ['listUserRefUsers', userId],
    queryFn: () =>
      answer(api.GET('/api/admin/ref/user/{userId}', { params: { path: { userId } } })),
  })

/** Everybody's codes that contain a text, page after page of `size` rows. Spec 9. */
export const listRefCodes = (search = '', size: number) =>
  infiniteQueryOptions({
    queryKey: ['listRefCodes', search, size],
    queryFn: ({ pageParam: page }) =>
      answer(
        api.GET('/api/admin/setting/ref/code', {
          params: { query: { page, pageSize: size, search } },
        }),
      ),
    ...paged,
  })

/** One code, for its editor. */
export const getRefCode = (codeId: number) =>
  queryOptions({
    queryKey: ['getRefCode', codeId],
    queryFn: () =>
      answer(api.GET('/api/admin/setting/ref/code/{codeId}', { params: { path: { codeId } } })),
  })

/** Who invited whom, page after page of `size` rows. Spec 9. */
export const listReferrals = (search = '', size: number) =>
  infiniteQueryOptions({
    queryKey: ['listReferrals', search, size],
    queryFn: ({ pageParam: page }) =>
      answer(
        api.GET('/api/admin/setting/ref/user', {
          params: { query: { page, pageSize: size, search } },
        }),
      ),
    ...paged,
  })

/** People who may be inviters. */
export const searchSourceUsers = (search: string) =>
  queryOptions({
    queryKey: ['searchSourceUsers', search],
    queryFn: () =>
      answer(api.POST('/api/admin/setting/ref/searchSourceUser', { body: { search } })),
  })

/** Normal users without an inviter. */
export const searchRefUsers = (search: string) =>
  queryOptions({
    queryKey: ['searchRefUsers', search],
    queryFn: () => answer(api.POST('/api/admin/setting/ref/searchRefUser', { body: { search } })),
  })

/** How users may invite others. */
export const getRefSetting = () =>
  queryOptions({
    queryKey: ['getRefSetting'],
    queryFn: () => answer(api.GET('/api/admin/setting/ref')),
  })

/** Replaces how users may invite others, whole. */
export const editRefSetting = mutationOptions({
  mutationKey: ['editRefSetting'],
  mutationFn: (body: Body<'editRefSetting'>) => answer(api.PUT('/api/admin/setting/ref', { body })),
})

/** Gives a user more codes. */
export const createUserRefCodes = mutationOptions({
  mutationKey: ['createUserRefCodes'],
  mutationFn: ({ userId, body }: { userId: number; body: Body<'createUserRefCodes'> }) =>
    answer(api.POST('/api/admin/ref/code/{userId}', { params: { path: { userId } }, body })),
})

/** Changes how many people may sign up with a code. */
export const editRefCode = mutationOptions({
  mutationKey: ['editRefCode'],
  mutationFn: ({ codeId, maxUser }: { codeId: number; maxUser: number }) =>
    answer(
      api.PUT('/api/admin/setting/ref/code/{codeId}', {
        params: { path: { codeId } },
        body: { maxUser },
      }),
    ),
})

/** Deletes a code, by its digits, with its referrals. */
export const deleteRefCode = mutationOptions({
  mutationKey: ['deleteRefCode'],
  mutationFn: (code: string) =>
    answer(api.DELETE('/api/admin/ref/{codeId}', { params: { path: { codeId: code } } })),
})

/** Records that one person invited another. */
export const createReferral = mutationOptions({
  mutationKey: ['createReferral'],
  mutationFn: (path: { sourceId: number; refId: number; code: string }) =>
    answer(api.POST('/api/admin/setting/ref/{sourceId}/{refId}/{code}', { params: { path } })),
})

/** Deletes the record of an invitation. */
export const deleteReferral = mutationOptions({
  mutationKey: ['deleteReferral'],
  mutationFn: (path: { userId: number; refUserId: number }) =>
    answer(api.DELETE('/api/admin/ref/{userId}/{refUserId}', { params: { path } })),
})
