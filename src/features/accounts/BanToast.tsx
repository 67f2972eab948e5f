import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { UndoToast } from '#ui/UndoToast.tsx'
import { banAccountRefusals } from './messages.ts'
import { banAccount } from './operations.ts'

/** A ban that was set or lifted: what happened, and until when the one before lasted, 0 for none. */
export type BanDone = { sentence: string; serverId: number; accountId: number; before: number }

/** What was just done about a ban, with Undo, which brings back the one before to its end. */
export default function BanToast({ done, onClose }: { done: BanDone; onClose: () => void }) {
  const { i18n } = useLingui()
  const change = useMutation(banAccount)
  const { sentence, before, ...path } = done
  const undo = () => {
    const time = Math.max(0, before - Date.now())
    change.mutate({ ...path, time }, { onSuccess: onClose })
  }
  return (
    <UndoToast
      stays={change.isPending || change.isError}
      onUndo={change.isPending ? undefined : undo}
      onClose={onClose}
    >
      {change.error ? i18n._(explain(change.error, banAccountRefusals)) : sentence}
    </UndoToast>
  )
}
