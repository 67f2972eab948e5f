import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Body } from '#contract'
import { keepStatus, knownStatus } from '#device/status.ts'
import { editProviderRefusals } from './messages.ts'
import { editProvider } from './operations.ts'

/** Saves how a way of paying is set up, and lets this console know at once whether it is on. */
export function useSaving(onSaved: () => void) {
  const { i18n } = useLingui()
  const { mutate, isPending, isSuccess, error } = useMutation(editProvider)
  return {
    pending: isPending,
    done: isSuccess,
    problem: error && i18n._(explain(error, editProviderRefusals)),
    save: (data: Body<'editProvider'>['data']) =>
      mutate(data, {
        onSuccess: () => {
          const status = knownStatus()?.status
          const mode = data.kind === 'paypal' ? { paypalMode: data.mode } : {}
          if (status) keepStatus({ ...status, ...mode, [data.kind]: data.on })
          onSaved()
        },
      }),
  }
}
