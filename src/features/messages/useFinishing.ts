import { useMutation } from '@tanstack/react-query'
import { finishConversation } from './operations.ts'

/**
 * Resolves a conversation up to the `last` message shown, and takes that back. `isListedDone` is what
 * the list says, which has the latest conversations alone: what was done here counts before it.
 */
export function useFinishing(userId: number, last: number | undefined, isListedDone: boolean) {
  const { mutate, isPending, data, variables, error } = useMutation(finishConversation)
  const isOfThis = data !== undefined && variables?.userId === userId
  const isDone = isOfThis ? variables.id === last : isListedDone
  const toggle = () => {
    if (last !== undefined) mutate({ userId, id: isDone ? 0 : last })
  }
  return { isDone, isPending, error, toggle }
}
