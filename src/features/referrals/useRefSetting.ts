import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { keepStatus, knownStatus } from '#device/status.ts'
import { SETTINGS_AUTOSAVE } from '#rules/timing.ts'
import { useAutosave } from '#ui/useAutosave.ts'
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
  const { queryKey } = getRefSetting()

  const send = async (draft: RefSettingDraft) => {
    const data = toRefSetting(draft)
    // Whoever comes back to this page before the answer does must see what was typed.
    queryClient.setQueryData(queryKey, data)
    try {
      await mutateAsync(data)
    } catch (failure) {
      void queryClient.invalidateQueries({ queryKey })
      throw failure
    }
    const status = knownStatus()?.status
    if (status) keepStatus({ ...status, refCode: data.useRef })
  }
  const form = useAutosave(refSettingDraftOf(setting), {
    send,
    wait: SETTINGS_AUTOSAVE,
    check: checkRefSettingDraft,
  })
  return { ...form, error }
}
