import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { type Problems, useDraft } from './draft.ts'
import { changedFields, isContested, mergedDraft } from './merge.ts'

type Options<Thing, Draft, Reply, Variables, Failure> = {
  /** The newest that is known of it, also while it is being edited. */
  latest: Thing
  /** The query for its present state. */
  refetch: () => Promise<{ data: Thing | undefined; error: Failure | null }>
  draftOf: (thing: Thing) => Draft
  check: (draft: Draft, thing: Thing) => Problems<Draft>
  /** The operation that saves it, and what that is sent. */
  save: UseMutationOptions<Reply, Failure, Variables>
  toVariables: (draft: Draft, thing: Thing) => Variables
  onSaved: () => void
}

/**
 * A form over something that someone else may change meanwhile (optimistic concurrency).
 *
 * A newer answer changes only fields that were not touched, and none while somebody else's value of
 * a touched field is undecided. That, and what others saved since the last answer, comes as
 * `conflict` when it is sent: the props of `ChangedMeanwhile`. A server without revisions
 * notices nothing, so the present state is read again before each write to it.
 */
export function useConcurrentEdit<
  Thing extends { revision?: string },
  Draft extends object,
  Reply,
  Variables,
  Failure extends { status: number },
>(options: Options<Thing, Draft, Reply, Variables, Failure>) {
  const { latest, refetch, draftOf, check, save, toVariables, onSaved } = options
  const [opened, setOpened] = useState(latest)
  const [reading, setReading] = useState(false)
  const [unread, setUnread] = useState<Failure | null>(null)
  const [contested, setContested] = useState(false)
  const initial = draftOf(opened)
  const mutation = useMutation(save)
  const form = useDraft(initial, (draft) => check(draft, opened))
  const refused = mutation.error?.status === 409
  const isFree = !refused && !contested && !mutation.isPending
  if (opened !== latest && isFree && !isContested(initial, draftOf(latest), form.draft))
    setOpened(latest)
  const isConflict = contested || (refused && latest.revision !== opened.revision)
  const forget = () => {
    setContested(false)
    mutation.reset()
  }
  const send = (draft: Draft, thing: Thing) =>
    mutation.mutate(toVariables(draft, thing), {
      onSuccess: onSaved,
      onError: ({ status }) => {
        if (status === 409) void refetch()
      },
    })
  async function sendOverPresent(draft: Draft) {
    setUnread(null)
    setReading(true)
    const { data, error } = await refetch()
    setReading(false)
    if (error || !data) setUnread(error)
    else if (isContested(initial, draftOf(data), draft)) setContested(true)
    else send(mergedDraft(initial, draftOf(data), draft), data)
  }
  return {
    /** What the form stands on: the newest answer that was taken over. */
    opened,
    form,
    pending: mutation.isPending || reading,
    error: unread ?? mutation.error,
    unsaved: () => changedFields(initial, form.draft).length > 0,
    onSubmit: (event: FormEvent) =>
      form.submit((draft) => {
        if (opened.revision === undefined) void sendOverPresent(draft)
        else send(draft, opened)
      })(event),
    conflict: isConflict
      ? {
          before: initial,
          theirs: draftOf(latest),
          mine: form.draft,
          onTake: (draft: Draft) => {
            setOpened(latest)
            form.change(draft)
            forget()
          },
          onClose: forget,
        }
      : null,
  }
}
