import { Gauge, type Registry } from 'prom-client'

/** Values of one series: a number, or one for each value of its label. */
export type Values = number | Readonly<Record<string, number>>

/** A series that is read on scrape: its name, its help text, and the source of its values. */
export type Reading = {
  name: string
  help: string
  /** The label that distinguishes its values; never personal data. */
  label?: string
  read: () => Values | Promise<Values | undefined> | undefined
}

/** Registers series that are read on scrape. One without values at that moment is left out. */
export function registerReadings(registry: Registry, readings: readonly Reading[]): void {
  for (const { name, help, label, read } of readings)
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        this.reset()
        const values = await Promise.resolve()
          .then(read)
          .catch(() => undefined)
        if (typeof values === 'number') this.set(values)
        else if (label === undefined) this.remove()
        else
          for (const [word, value] of Object.entries(values ?? {}))
            this.set({ [label]: word }, value)
      },
    })
}
