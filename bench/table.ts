import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

/** One figure; with a reference measured in the same run where there is one. */
export type Row = {
  name: string
  ours: number
  unit: string
  reference?: number
  target?: string
  note?: string
}

/** Prints the figures and writes them to `bench/latest.json`. */
export function show(rows: Row[]): void {
  console.log(
    `\n${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}, Node ${process.version}\n`,
  )
  const cells = rows.map(({ name, ours, unit, reference, target = '', note = '' }) => [
    name,
    `${figure(ours)} ${unit}`,
    reference === undefined ? '' : figure(reference),
    reference === undefined ? '' : (ours / reference).toFixed(2),
    target,
    note,
  ])
  const table = [['what', 'ours', 'reference', 'ratio', 'target', ''], ...cells]
  const widths = table[0]!.map((_, at) => Math.max(...table.map((row) => row[at]!.length)))
  for (const row of table)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
  mkdirSync(import.meta.dirname, { recursive: true })
  writeFileSync(
    join(import.meta.dirname, 'latest.json'),
    `${JSON.stringify({ at: new Date().toISOString(), node: process.version, rows }, null, 1)}\n`,
  )
}

/** The value that a share of all values, from 0 to 1, does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

const figure = (value: number) => (value >= 100 ? Math.round(value).toString() : value.toFixed(1))
