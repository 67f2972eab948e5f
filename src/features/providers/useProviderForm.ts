import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Body, Schema } from '#contract'
import { storeStatus, knownStatus } from '#device/status.ts'
import type { Problems } from '#ui/draft.ts'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { editProviderRefusals } from './messages.ts'
import { editProvider, getProvider } from './operations.ts'

type Input = Body<'editProvider'>

type Options<Provider, Draft> = {
  provider: Provider
  draftOf: (provider: Provider) => Draft
  check: (draft: Draft, provider: Provider) => Problems<Draft>
  toInput: (draft: Draft) => Input['data']
  onSaved: () => void
}

/** The form of a payment provider's settings, with a check for changes saved elsewhere meanwhile. */
export function useProviderForm<Provider extends Schema<'Provider'>, Draft extends object>(
  options: Options<Provider, Draft>,
) {
  const { provider, draftOf, check, toInput, onSaved } = options
  const { i18n } = useLingui()
  const { refetch } = useQuery(getProvider(provider.kind))
  const edition = useConcurrentEdit({
    latest: provider,
    refetch: async () => {
      const { data, error } = await refetch()
      // Asked for by its kind, it is the same one.
      return { data: data as Provider | undefined, error }
    },
    draftOf,
    check,
    save: { ...editProvider, onSuccess: (_, { data }) => updateStatus(data) },
    toVariables: (draft, { revision }): Input => ({ data: toInput(draft), revision }),
    onSaved,
  })
  const { opened, form, error } = edition
  return {
    ...edition,
    problem: error && i18n._(explain(error, editProviderRefusals)),
    unsaved: JSON.stringify(form.draft) !== JSON.stringify(draftOf(opened)),
  }
}

/** Updates the stored status at once with whether it is on. */
function updateStatus(data: Input['data']) {
  const status = knownStatus()?.status
  const mode = data.kind === 'paypal' ? { paypalMode: data.mode } : {}
  if (status) storeStatus({ ...status, ...mode, [data.kind]: data.on })
}
