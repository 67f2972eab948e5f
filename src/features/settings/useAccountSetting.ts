import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { ACCOUNT_SETTINGS_AUTOSAVE_MS } from '#rules/timing.ts'
import { useSharedAutosave } from '#ui/useSharedAutosave.ts'
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
  const form = useSharedAutosave<Schema<'AccountSetting'>, AccountSettingDraft>({
    setting,
    draftOf: accountSettingDraftOf,
    toData: toAccountSetting,
    save: (data, revision) => mutateAsync({ data, revision }),
    read: () => queryClient.fetchQuery({ ...getAccountSetting(), staleTime: 0 }),
    // Returning to this page before the answer arrives must show what was typed.
    remember: (saved) => queryClient.setQueryData(getAccountSetting().queryKey, saved),
    wait: ACCOUNT_SETTINGS_AUTOSAVE_MS,
    check: checkAccountSettingDraft,
  })
  return { ...form, error }
}
