import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ACCOUNT_SETTINGS_AUTOSAVE } from '#rules/timing.ts'
import { useAutosave } from '#ui/useAutosave.ts'
import {
  type AccountSettingDraft,
  accountSettingDraftOf,
  checkAccountSettingDraft,
  toAccountSetting,
} from './accountDraft.ts'
import { editAccountSetting, getAccountSetting } from './operations.ts'

/** The account settings as a form that saves itself, at most every 3.5 s. Spec 9. */
export function useAccountSetting() {
  const queryClient = useQueryClient()
  const { data: setting } = useSuspenseQuery(getAccountSetting())
  const { mutateAsync, error } = useMutation(editAccountSetting)
  const { queryKey } = getAccountSetting()

  const send = async (draft: AccountSettingDraft) => {
    const data = toAccountSetting(draft, queryClient.getQueryData(queryKey) ?? setting)
    // Whoever comes back to this page before the answer does must see what was typed.
    queryClient.setQueryData(queryKey, data)
    try {
      await mutateAsync(data)
    } catch (failure) {
      void queryClient.invalidateQueries({ queryKey })
      throw failure
    }
  }
  const form = useAutosave(accountSettingDraftOf(setting), {
    send,
    wait: ACCOUNT_SETTINGS_AUTOSAVE,
    check: checkAccountSettingDraft,
  })
  return { ...form, error }
}
