import { maxPage, PAGE_SIZE } from '#rules/paging.ts'
import type { Handlers } from '../../http/contract.ts'
import { searched } from '../../database/lists/search.ts'
import { auditTable } from './export.ts'
import { selectAudit } from './store.ts'

const MAX_EXPORTED_ROWS = 100_000

/** Who changed what. */
export const auditHandlers = {
  async listAudit({ db, query }) {
    const { page = 1, pageSize = PAGE_SIZE, subject, subjectId, actorId } = query
    const filter = { search: searched(query.search), subject, subjectId, actorId }
    const { rows, total } = await selectAudit(db, filter, { page, pageSize })
    const entries = rows.map(({ before, after, ...entry }) => ({
      ...entry,
      before: before === null ? null : JSON.parse(before),
      after: after === null ? null : JSON.parse(after),
    }))
    return { total, page, pageSize, maxPage: maxPage(total, pageSize), entries }
  },
  async exportAudit({ db, query, header }) {
    const { subject, subjectId, actorId } = query
    const filter = { search: searched(query.search), subject, subjectId, actorId }
    const { rows } = await selectAudit(db, filter, { page: 1, pageSize: MAX_EXPORTED_ROWS })
    header('content-disposition', 'attachment; filename="audit.csv"')
    return auditTable(rows)
  },
} satisfies Partial<Handlers>
