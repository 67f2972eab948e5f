import { useRef, useState } from 'react'
import { changedFields } from './merge.ts'
import { useAutosave } from './useAutosave.ts'
import type { Problems } from './draft.ts'

/** What is saved, with its revision, where the server has one. */
type Saved<Data> = Data & { revision?: string }

type Options<Data, Draft> = {
  /** What was loaded; only the first one counts. */
  setting: Saved<Data>
  draftOf: (data: Data) => Draft
  /** What a checked draft makes of what there is. */
  toData: (draft: Draft, saved: Data) => Data
  /** Sends the whole, over the state `revision` names; failing is throwing. */
  save: (data: Data, revision: string | undefined) => Promise<'success' | { revision: string }>
  /** Reads what is saved now. */
  read: () => Promise<Saved<Data>>
  /** Called with what is about to be saved, and again once it is, with its new revision. */
  remember: (setting: Saved<Data>) => void
  onSaved?: (data: Data) => void
  /** How seldom it is sent, ms. */
  wait: number
  check: (draft: Draft) => Problems<Draft>
}

type Conflict<Data, Draft> = { before: Draft; theirs: Draft; saved: Saved<Data> }

/**
 * The state of a form that saves itself while someone else may be changing the same.
 *
 * Once they were first, nothing more is sent until the person has chosen; `conflict` is then what
 * `ChangedMeanwhile` shows. What they changed elsewhere, in parts this form does not show, is stored
 * without asking.
 */
export function useSharedAutosave<Data extends object, Draft extends object>(
  options: Options<Data, Draft>,
) {
  const { setting, draftOf, toData, save, read, remember, onSaved, wait, check } = options
  // What is known to be saved, and what was sent without an answer: it may have arrived all the same.
  const base = useRef(setting)
  const lost = useRef<Draft>(undefined)
  const [conflict, setConflict] = useState<Conflict<Data, Draft>>()

  async function send(draft: Draft): Promise<void> {
    const { revision, ...before } = base.current
    // Without its revision, what remains is the data.
    const saved = before as unknown as Data
    const data = toData(draft, saved)
    remember({ ...data, revision })
    try {
      const saved = await save(data, revision)
      base.current = { ...data, revision: saved === 'success' ? undefined : saved.revision }
      lost.current = undefined
      remember(base.current)
      onSaved?.(data)
    } catch (failure) {
      if (!isTooLate(failure)) {
        lost.current = draftOf(data)
        throw failure
      }
      const theirs = await read()
      if (theirs.revision === revision) throw failure
      const [mineBefore, now] = [draftOf(saved), draftOf(theirs)]
      const isOurs = lost.current && changedFields(lost.current, now).length === 0
      if (!isOurs && changedFields(mineBefore, now).length > 0) {
        setConflict({ before: mineBefore, theirs: now, saved: theirs })
        throw failure
      }
      base.current = theirs
      await send(draft)
    }
  }

  const { take, ...form } = useAutosave(draftOf(setting), { send, wait, check })
  // Written as it will be saved, 1000M is 1G and no change.
  const mine = () =>
    form.state === 'unsound' || !conflict ? form.draft : draftOf(toData(form.draft, conflict.saved))
  return {
    ...form,
    conflict: conflict && {
      before: conflict.before,
      theirs: conflict.theirs,
      mine: mine(),
      onTake: (draft: Draft) => {
        base.current = conflict.saved
        setConflict(undefined)
        take(draft, changedFields(conflict.theirs, draft).length > 0)
      },
      onClose: () => setConflict(undefined),
    },
  }
}

const isTooLate = (failure: unknown) => (failure as { status?: number }).status === 409
