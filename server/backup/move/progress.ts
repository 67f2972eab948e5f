/** Callbacks that follow a move. */
export type Progress = {
  /** How many rows there are, and how many of them are in the target already. */
  begin: (rows: number, done: number) => void
  table: (name: string) => void
  written: (rows: number) => void
  comparing: (name: string) => void
}

const EVERY_MS = 1_000

/** Prints once a second, and for each table at its beginning, how far a move has come. */
export function sayProgress(say: (line: string) => void): Progress {
  let [total, done, current, last] = [0, 0, '', -Infinity]
  const line = () => {
    last = performance.now()
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
    say(`${current}: ${number(done)} of ${number(total)} rows, ${percent} %`)
  }
  return {
    begin: (rows, before) => void ([total, done] = [rows, before]),
    table(name) {
      current = name
      line()
    },
    written(rows) {
      done += rows
      if (performance.now() - last >= EVERY_MS) line()
    },
    comparing: (name) => say(`Comparing ${name}`),
  }
}

const number = (rows: number) => rows.toLocaleString('en')
