/** Messages between the processes on one database; a message may be lost, never doubled. */
export type Bus = {
  /** Names this process; random for each life of it. */
  id: string
  /** Whether there may be others. */
  isAlone: boolean
  /** Publishes to all others. */
  publish: (topic: string, message: object) => void
  /** Calls back with what others publish. */
  on: <Message extends object>(
    topic: string,
    listener: (message: Message, from: string) => void,
  ) => void
  /** Sends a request to one other process; rejects with `no answer` where none arrives in time. */
  request: (process: string, question: string, words: unknown[]) => Promise<unknown>
  /** Answers other processes' requests with this name. */
  answer: (question: string, answer: (words: unknown[]) => Promise<unknown>) => void
  /** Calls back whenever messages may have been lost. */
  onGap: (listener: () => void) => void
  stop: () => Promise<void>
}

/** For the embedded database, which one process has exclusively. */
export function loneBus(): Bus {
  return {
    id: 'alone',
    isAlone: true,
    publish: () => {},
    on: () => {},
    request: async () => Promise.reject(new Error('no answer')),
    answer: () => {},
    onGap: () => {},
    stop: async () => {},
  }
}
