import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Body, Schema } from '#contract'
import { storeStatus, knownStatus } from '#device/status.ts'
import type { Problems } from '#ui/draft.ts'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { isFieldKind } from '#rules/providers/registry.ts'
import { editProviderRefusals } from './messages.ts'
import { editProvider, getProvider } from './operations.ts'

type Input = Body<'editProvider'>

type Options<Provider, Draft> = {
  provider: Provider
  draftOf: (provider: Provider) => Draft
  check: (draft: Draft, provider: Provider) => Problems<Draft>
  toInput: (draft: Draft) => Input['data']
  /** What the status says of it, besides whether it is on. */
  statusOf?: (saved: Input['data']) => Partial<Schema<'Status'>>
  onSaved: () => void
}

/** The form of a payment provider's settings, with a check for changes saved elsewhere meanwhile. */
export function useProviderForm<Provider extends Schema<'Provider'>, Draft extends object>(
  options: Options<Provider, Draft>,
) {
  const { provider, draftOf, check, toInput, statusOf, onSaved } = options
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
    save: { ...editProvider, onSuccess: (_, { data }) => updateStatus(data, statusOf?.(data)) },
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
function updateStatus(data: Input['data'], more: Partial<Schema<'Status'>> = {}) {
  const status = knownStatus()?.status
  if (!status) return
  const { kind, on } = data
  if (isFieldKind(kind)) {
    storeStatus({ ...status, ...more, [kind]: on })
    return
  }
  const others = (status.payments ?? []).filter((one) => one !== kind)
  storeStatus({ ...status, payments: on ? [...others, kind] : others })
}
