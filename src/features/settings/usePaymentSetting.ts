import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { SETTINGS_AUTOSAVE } from '#rules/timing.ts'
import { useAutosave } from '#ui/useAutosave.ts'
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
  const { queryKey } = getPaymentSetting()

  const send = async (draft: PaymentDraft) => {
    const kept = queryClient.getQueryData(queryKey) ?? setting
    const data = { ...kept, [period]: toPaymentPeriod(draft, kept[period]) }
    // Whoever comes back to this page before the answer does must see what was typed.
    queryClient.setQueryData(queryKey, data)
    try {
      await mutateAsync(data)
    } catch (failure) {
      void queryClient.invalidateQueries({ queryKey })
      throw failure
    }
  }
  const form = useAutosave(paymentDraftOf(setting[period]), {
    send,
    wait: SETTINGS_AUTOSAVE,
    check: checkPaymentDraft,
  })
  return { ...form, error }
}
