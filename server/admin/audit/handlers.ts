import type { Query } from '#contract'
import { maxPage, PAGE_SIZE } from '#rules/paging.ts'
import type { Handlers } from '../../http/contract.ts'
import { searched } from '../../database/lists/search.ts'
import { selectAudit, selectUndone } from './store.ts'
import { stringify } from 'csv-stringify/sync'
import type { Selectable } from 'kysely'
import type { AuditTable } from '../../database/tables.ts'

const MAX_EXPORTED_ROWS = 100_000

/** Who changed what. */
export const auditHandlers = {
  async listAudit({ db, query }) {
    const { page = 1, pageSize = PAGE_SIZE } = query
    const { rows, total } = await selectAudit(db, filterOf(query), { page, pageSize })
    const undone = await selectUndone(db, rows)
    const entries = rows.map(({ before, after, ...entry }) => ({
      ...entry,
      ...undone.get(entry.id),
      before: before === null ? null : JSON.parse(before),
      after: after === null ? null : JSON.parse(after),
    }))
    return { total, page, pageSize, maxPage: maxPage(total, pageSize), entries }
  },
  async exportAudit({ db, query, header }) {
    const all = { page: 1, pageSize: MAX_EXPORTED_ROWS }
    const { rows } = await selectAudit(db, filterOf(query), all)
    header('content-disposition', 'attachment; filename="audit.csv"')
    return auditTable(rows)
  },
} satisfies Partial<Handlers>

function filterOf({ search, ...filter }: Query<'exportAudit'>) {
  return { ...filter, search: searched(search) }
}

/** Entries as a table for a spreadsheet, with a byte order mark; no cell starts a formula. */
function auditTable(rows: readonly Selectable<AuditTable>[]): string {
  const lines = rows.map(({ time, ...entry }) => ({
    ...entry,
    time: new Date(time).toISOString(),
  }))
  return stringify(lines, {
    bom: true,
    header: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    columns: ['time', 'actor', 'operation', 'subject', 'subjectId', 'label', 'before', 'after'],
  })
}
