import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { storeStatus, knownStatus } from '#device/status.ts'
import { SETTINGS_AUTOSAVE_MS } from '#rules/timing.ts'
import { useSharedAutosave } from '#ui/useSharedAutosave.ts'
import {
  checkRefSettingDraft,
  type RefSettingDraft,
  refSettingDraftOf,
  toRefSetting,
} from './draft.ts'
import { editRefSetting, getRefSetting } from './operations.ts'

/** The referral settings as a form that saves itself, at most every 2 s. Spec 9. */
export function useRefSetting() {
  const queryClient = useQueryClient()
  const { data: setting } = useSuspenseQuery(getRefSetting())
  const { mutateAsync, error } = useMutation(editRefSetting)
  const form = useSharedAutosave<Schema<'RefSetting'>, RefSettingDraft>({
    setting,
    draftOf: refSettingDraftOf,
    toData: toRefSetting,
    save: (data, revision) => mutateAsync({ data, revision }),
    read: () => queryClient.fetchQuery({ ...getRefSetting(), staleTime: 0 }),
    // Returning to this page before the answer arrives must show what was typed.
    remember: (saved) => queryClient.setQueryData(getRefSetting().queryKey, saved),
    onSaved: ({ useRef: refCode }) => {
      const status = knownStatus()?.status
      if (status) storeStatus({ ...status, refCode })
    },
    wait: SETTINGS_AUTOSAVE_MS,
    check: checkRefSettingDraft,
  })
  return { ...form, error }
}
