import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answerSoon } from '#api/answerSoon.ts'
import { answer, api } from '#api/client.ts'
import { ASKS_FOR_JOB, jobOf } from '#api/undoable.ts'
import type { Body } from '#contract'

/** The announcements to everyone or to the caller's group. */
export const listMyNotices = () =>
  queryOptions({
    queryKey: ['listMyNotices'],
    queryFn: () => answer(api.GET('/api/user/notice')),
    staleTime: 60_000,
  })

/** Every announcement with the groups it is for. */
export const listNotices = () =>
  queryOptions({
    queryKey: ['listNotices'],
    queryFn: () => answer(api.GET('/api/admin/notice')),
  })

/** One announcement. */
export const getNotice = (noticeId: number) =>
  queryOptions({
    queryKey: ['getNotice', noticeId],
    queryFn: () =>
      answerSoon((signal) =>
        api.GET('/api/admin/notice/{noticeId}', { params: { path: { noticeId } }, signal }),
      ),
  })

/** Announces something. */
export const createNotice = mutationOptions({
  mutationKey: ['createNotice'],
  mutationFn: (body: Body<'createNotice'>) => answer(api.POST('/api/admin/notice', { body })),
})

/** Changes an announcement and dates it now. */
export const editNotice = mutationOptions({
  mutationKey: ['editNotice'],
  mutationFn: ({ noticeId, body }: { noticeId: number; body: Body<'editNotice'> }) =>
    answer(api.PUT('/api/admin/notice/{noticeId}', { params: { path: { noticeId } }, body })),
})

/** Deletes an announcement. Returns the job that undoes it, if any. */
export const deleteNotice = mutationOptions({
  mutationKey: ['deleteNotice'],
  mutationFn: async (noticeId: number) => {
    const given = { ...ASKS_FOR_JOB, params: { path: { noticeId } } }
    return jobOf(await answer(api.DELETE('/api/admin/notice/{noticeId}', given)))
  },
})
