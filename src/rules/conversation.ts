type Message = { id?: number; sender: 'user' | 'admin'; createTime: number }

/**
 * Where a conversation stands after its messages, oldest first; undefined where there are none. Up
 * to `doneId` nothing is left to do.
 */
export function standAfter(messages: readonly Message[], doneId: number | null = null) {
  let stand: Stand | undefined
  for (const { id: messageId = 0, sender, createTime: time } of messages) {
    const state = sender === 'user' ? ('waiting' as const) : ('answered' as const)
    const isDone = doneId !== null && stand !== undefined && stand.messageId <= doneId
    // Who writes twice has waited since the first time.
    const since = stand?.sender === sender && !isDone ? stand.since : time
    stand = { messageId, sender, time, state, since }
  }
  if (stand && doneId !== null && stand.messageId <= doneId)
    return { ...stand, state: 'done' as const }
  return stand
}

type Stand = {
  messageId: number
  sender: 'user' | 'admin'
  /** When the last message was written, and the first since the other side wrote. */
  time: number
  since: number
  state: 'waiting' | 'answered' | 'done'
}
