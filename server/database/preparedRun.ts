import type { PostgresQueryResult } from 'kysely'
import pg, { type Connection, type FieldDef, type Submittable } from 'pg'

/** The columns of a statement, as its first execution described them. */
export type Columns = {
  names: readonly string[]
  parsers: readonly ((text: string) => unknown)[]
  /** A row with all of them, so that rows are of one shape. */
  empty: Readonly<Record<string, unknown>>
}

type Row = Record<string, unknown>

export type Result = PostgresQueryResult<Row> & { columns: Columns | undefined }

/**
 * One execution of a prepared statement, in the form that `pg` calls: it passes on each message of
 * the database. Columns that are known are not asked for again.
 */
export class PreparedRun implements Submittable {
  readonly result: Promise<Result>
  readonly #message: Buffer
  readonly #rows: Row[] = []
  readonly #settle: PromiseWithResolvers<Result>
  #columns: Columns | undefined
  #tag = ''

  constructor(message: Buffer, columns?: Columns) {
    this.#message = message
    this.#columns = columns
    this.#settle = Promise.withResolvers()
    this.result = this.#settle.promise
  }

  submit(connection: Connection): void {
    if (connection.stream.writable) connection.stream.write(this.#message)
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    const names = fields.map(({ name }) => name)
    this.#columns = {
      names,
      parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID)),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    }
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (!this.#columns) return
    const { names, parsers, empty } = this.#columns
    const row = { ...empty }
    for (let nth = 0; nth < fields.length; nth++) {
      const text = fields[nth]
      // A column is in all of the three.
      if (text != null) row[names[nth] as string] = parsers[nth]?.(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    const words = this.#tag.split(' ')
    this.#settle.resolve({
      command: words[0] as Result['command'],
      // INSERT has the id of a row between, which is always 0.
      rowCount: Number(words.at(-1)),
      rows: this.#rows,
      columns: this.#columns,
    })
  }

  handleError(error: Error): void {
    this.#settle.reject(error)
  }
}
