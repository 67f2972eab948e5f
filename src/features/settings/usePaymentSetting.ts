import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { SETTINGS_AUTOSAVE_MS } from '#rules/timing.ts'
import { useSharedAutosave } from '#ui/useSharedAutosave.ts'
import { editPaymentSetting, getPaymentSetting } from './operations.ts'
import {
  checkPaymentDraft,
  type PaymentDraft,
  paymentDraftOf,
  toPaymentPeriod,
} from './paymentDraft.ts'
import type { PaymentPeriod } from './periodNames.ts'

/** The prices of one period as a form that saves itself, at most every 2 s. Spec 9. */
export function usePaymentSetting(period: PaymentPeriod) {
  const queryClient = useQueryClient()
  const { data: setting } = useSuspenseQuery(getPaymentSetting())
  const { mutateAsync, error } = useMutation(editPaymentSetting)
  const form = useSharedAutosave<Schema<'PaymentSetting'>, PaymentDraft>({
    setting,
    draftOf: (saved) => paymentDraftOf(saved[period]),
    toData: (draft, saved) => ({ ...saved, [period]: toPaymentPeriod(draft, saved[period]) }),
    save: (data, revision) => mutateAsync({ data, revision }),
    read: () => queryClient.fetchQuery({ ...getPaymentSetting(), staleTime: 0 }),
    // Returning to this page before the answer arrives must show what was typed.
    remember: (saved) => queryClient.setQueryData(getPaymentSetting().queryKey, saved),
    wait: SETTINGS_AUTOSAVE_MS,
    check: checkPaymentDraft,
  })
  return { ...form, error }
}
