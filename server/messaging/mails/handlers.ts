import { maxPage } from '#rules/paging.ts'
import type { Handlers } from '../../http/contract.ts'
import { editMailServer, showMailServer } from './server.ts'
import { editMailTemplate, retryMail, testMail } from './service.ts'
import { selectMailPage } from './store.ts'
import { showTemplate } from './templates.ts'

/** What is sent by mail, and through which server. */
export const mailHandlers = {
  getMailTemplate: ({ db, query }) => showTemplate(db, query.type),
  editMailTemplate,
  getMailServer: ({ db }) => showMailServer(db),
  editMailServer,
  testMail,
  async listMails({ db, query }) {
    const page = await selectMailPage(db, query)
    return { ...page, maxPage: maxPage(page.total, page.pageSize) }
  },
  retryMail,
} satisfies Partial<Handlers>
