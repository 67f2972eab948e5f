import { stringify } from 'csv-stringify/sync'
import type { Selectable } from 'kysely'
import type { AuditTable } from '../../database/tables.ts'

/** Entries as a table for a spreadsheet, with a byte order mark; no cell starts a formula. */
export function auditTable(rows: readonly Selectable<AuditTable>[]): string {
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
