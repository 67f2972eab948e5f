import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { type Problems, useDraft } from './draft.ts'

type Options<Thing, Draft, Reply, Variables, Failure> = {
  /** The newest that is known of it, also while it is being edited. */
  latest: Thing
  /** The query for its present state. */
  refetch: () => unknown
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
 * It continues from what it was opened with, so that a refresh changes nothing while typing. What
 * others saved in between comes as `conflict` when it is sent: the props of `ChangedMeanwhile`.
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
  const [initial, setInitial] = useState(() => draftOf(latest))
  const mutation = useMutation(save)
  const form = useDraft(initial, (draft) => check(draft, opened))
  const isConflict = mutation.error?.status === 409 && latest.revision !== opened.revision
  const take = (draft: Draft) => {
    setOpened(latest)
    setInitial(draftOf(latest))
    form.change(draft)
    mutation.reset()
  }
  return {
    /** What the form was opened with, or took over from others since. */
    opened,
    form,
    pending: mutation.isPending,
    error: mutation.error,
    unsaved: () => form.draft !== initial,
    onSubmit: (event: FormEvent) =>
      form.submit((draft) =>
        mutation.mutate(toVariables(draft, opened), {
          onSuccess: onSaved,
          onError: ({ status }) => {
            if (status === 409) refetch()
          },
        }),
      )(event),
    conflict: isConflict
      ? {
          before: initial,
          theirs: draftOf(latest),
          mine: form.draft,
          onTake: take,
          onClose: mutation.reset,
        }
      : null,
  }
}
