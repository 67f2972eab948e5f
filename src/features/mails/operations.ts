import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { paged } from '#api/paged.ts'
import type { Body, Query, Schema } from '#contract'

/** How often the list of mails is read again while it is in view. */
const LIST_REFRESH_MS = 10_000

/** The text of one kind of mail. */
export const getMailTemplate = (type: Schema<'MailType'>) =>
  queryOptions({
    queryKey: ['getMailTemplate', type],
    queryFn: () => answer(api.GET('/api/admin/setting/mail', { params: { query: { type } } })),
  })

/** Changes the text of one kind of mail. */
export const editMailTemplate = mutationOptions({
  mutationKey: ['editMailTemplate'],
  mutationFn: (template: Body<'editMailTemplate'>) =>
    answer(api.PUT('/api/admin/setting/mail', { body: template })),
})

/** The SMTP server. */
export const getMailServer = () =>
  queryOptions({
    queryKey: ['getMailServer'],
    queryFn: () => answer(api.GET('/api/admin/setting/mailServer')),
  })

/** Replaces the SMTP server. */
export const editMailServer = mutationOptions({
  mutationKey: ['editMailServer'],
  mutationFn: (server: Body<'editMailServer'>) =>
    answer(api.PUT('/api/admin/setting/mailServer', { body: server })),
})

/** Sends a test mail and waits for the result. */
export const testMail = mutationOptions({
  mutationKey: ['testMail'],
  mutationFn: (recipient: string) =>
    answer(api.POST('/api/admin/setting/mailServer/test', { body: { recipient } })),
})

/** Sent, waiting and failed mails, page after page. */
export const listMails = (filter: Pick<Query<'listMails'>, 'status' | 'kind'>) =>
  infiniteQueryOptions({
    queryKey: ['listMails', filter],
    queryFn: ({ pageParam: page }) =>
      answer(api.GET('/api/admin/mail', { params: { query: { ...filter, page } } })),
    ...paged,
    refetchInterval: (query) =>
      query.state.status === 'error' ? paged.refetchInterval(query) : LIST_REFRESH_MS,
  })

/** Sends a mail again. */
export const retryMail = mutationOptions({
  mutationKey: ['retryMail'],
  mutationFn: (mailId: number) =>
    answer(api.POST('/api/admin/mail/{mailId}/retry', { params: { path: { mailId } } })),
})

/** Mails the owners of accounts that end within a day. */
export const mailEndingAccounts = mutationOptions({
  mutationKey: ['mailEndingAccounts'],
  mutationFn: () => answer(api.POST('/api/admin/accountEnding/mail')),
})
