import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { keepStatus, knownStatus } from '#device/status.ts'
import { browserColour } from '#rules/theme.ts'
import { SETTINGS_AUTOSAVE } from '#rules/timing.ts'
import { useAutosave } from '#ui/useAutosave.ts'
import { type BaseDraft, baseDraftOf, checkBaseDraft, toBaseSetting } from './baseDraft.ts'
import { editBaseSetting, getBaseSetting } from './operations.ts'

/** The base settings as a form that saves itself, at most every 2 s. Spec 9. */
export function useBaseSetting() {
  const queryClient = useQueryClient()
  const { data: setting } = useSuspenseQuery(getBaseSetting())
  const { mutateAsync, error } = useMutation(editBaseSetting)
  const { queryKey } = getBaseSetting()

  const send = async (draft: BaseDraft) => {
    const data = toBaseSetting(draft, queryClient.getQueryData(queryKey) ?? setting)
    // Whoever comes back to this page before the answer does must see what was typed.
    queryClient.setQueryData(queryKey, data)
    try {
      await mutateAsync(data)
    } catch (failure) {
      void queryClient.invalidateQueries({ queryKey })
      throw failure
    }
    showAtOnce(data)
  }
  const form = useAutosave(baseDraftOf(setting), {
    send,
    wait: SETTINGS_AUTOSAVE,
    check: checkBaseDraft,
  })
  return { ...form, error }
}

/** Gives this console the new name and colours without asking the server for them. */
function showAtOnce({
  title,
  shortTitle,
  themePrimary,
  themeAccent,
  language,
}: Schema<'BaseSetting'>) {
  const status = knownStatus()?.status
  if (!status) return
  keepStatus({
    ...status,
    title,
    shortTitle,
    themePrimary: themePrimary ?? status.themePrimary,
    themeAccent: themeAccent ?? status.themeAccent,
    browserColor: browserColour(themePrimary),
    language: language ?? status.language,
  })
}
