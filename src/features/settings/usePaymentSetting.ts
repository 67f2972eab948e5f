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
    draftOf: (kept) => paymentDraftOf(kept[period]),
    toData: (draft, kept) => ({ ...kept, [period]: toPaymentPeriod(draft, kept[period]) }),
    save: (data, revision) => mutateAsync({ data, revision }),
    read: () => queryClient.fetchQuery({ ...getPaymentSetting(), staleTime: 0 }),
    // Whoever comes back to this page before the answer does must see what was typed.
    remember: (kept) => queryClient.setQueryData(getPaymentSetting().queryKey, kept),
    wait: SETTINGS_AUTOSAVE_MS,
    check: checkPaymentDraft,
  })
  return { ...form, error }
}
