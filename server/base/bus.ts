/** What the processes on one database tell each other; a message may be lost, never doubled. */
export type Bus = {
  /** Names this process; random for each life of it. */
  id: string
  /** Whether there may be others. */
  isAlone: boolean
  /** Tells all others. */
  publish: (topic: string, message: object) => void
  /** Calls back with what others publish. */
  on: <Message extends object>(
    topic: string,
    listener: (message: Message, from: string) => void,
  ) => void
  /** Asks one other process; rejects with `no answer` where none comes in time. */
  ask: (process: string, question: string, words: unknown[]) => Promise<unknown>
  /** Answers what others ask under this name. */
  answer: (question: string, answer: (words: unknown[]) => Promise<unknown>) => void
  /** Calls back whenever messages may have been lost. */
  onGap: (listener: () => void) => void
  stop: () => Promise<void>
}

/** For the embedded database, which one process has alone. */
export function loneBus(): Bus {
  return {
    id: 'alone',
    isAlone: true,
    publish: () => {},
    on: () => {},
    ask: async () => Promise.reject(new Error('no answer')),
    answer: () => {},
    onGap: () => {},
    stop: async () => {},
  }
}
