import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { storeStatus, knownStatus } from '#device/status.ts'
import { browserColour } from '#rules/theme.ts'
import { SETTINGS_AUTOSAVE_MS } from '#rules/timing.ts'
import { useSharedAutosave } from '#ui/useSharedAutosave.ts'
import { type BaseDraft, baseDraftOf, checkBaseDraft, toBaseSetting } from './baseDraft.ts'
import { editBaseSetting, getBaseSetting } from './operations.ts'

/** The base settings as a form that saves itself, at most every 2 s. Spec 9. */
export function useBaseSetting() {
  const queryClient = useQueryClient()
  const { data: setting } = useSuspenseQuery(getBaseSetting())
  const { mutateAsync, error } = useMutation(editBaseSetting)
  const form = useSharedAutosave<Schema<'BaseSetting'>, BaseDraft>({
    setting,
    draftOf: baseDraftOf,
    toData: toBaseSetting,
    save: (data, revision) => mutateAsync({ data, revision }),
    read: () => queryClient.fetchQuery({ ...getBaseSetting(), staleTime: 0 }),
    // Returning to this page before the answer arrives must show what was typed.
    remember: (saved) => queryClient.setQueryData(getBaseSetting().queryKey, saved),
    onSaved: showAtOnce,
    wait: SETTINGS_AUTOSAVE_MS,
    check: checkBaseDraft,
  })
  return { ...form, error, homeTimeZone: setting.homeTimeZone }
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
  storeStatus({
    ...status,
    title,
    shortTitle,
    themePrimary: themePrimary ?? status.themePrimary,
    themeAccent: themeAccent ?? status.themeAccent,
    browserColor: browserColour(themePrimary),
    language: language ?? status.language,
  })
}
