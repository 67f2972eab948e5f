import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { FormPage } from '#ui/FormPage.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ProviderConflict } from '../ProviderConflict.tsx'
import { SecretField } from '../SecretField.tsx'
import type { FormProps } from '../setting.ts'
import { TestCard } from '../TestCard.tsx'
import { useProviderForm } from '../useProviderForm.ts'
import { checkOtherDraft, isSetUp, otherDraftOf, toOtherInput } from './draft.ts'
import { labelsOf } from './labels.ts'

/** The settings of a provider by the fields that its folder names, and a test of them. */
export default function PlainForm({ provider: shown, onSaved }: FormProps) {
  const provider = shown as Schema<'OtherProvider'>
  const { t, i18n } = useLingui()
  const online = useOnline()
  const { kind, name, secrets, notifyUrl, tested } = provider
  const labels = labelsOf(kind)
  const { form, problem, pending, unsaved, conflict, onSubmit } = useProviderForm({
    provider,
    draftOf: otherDraftOf,
    check: checkOtherDraft,
    toInput: (draft) => toOtherInput(kind, draft),
    onSaved,
  })
  const { field } = form
  const textOf = (id: `field.${string}` | `secret.${string}`) => {
    const { value = '', ...rest } = field(id)
    return { ...rest, value }
  }
  const onLabel = t`Customers may pay with ${name}`
  const fields = Object.entries(labels.fields).map(
    ([id, label]) => [`field.${id}`, i18n._(label)] as const,
  )

  return (
    <FormPage
      title={name}
      back="/admin/settings/paymentList"
      action={t`Save`}
      unsaved={() => unsaved}
      offline={!online}
      {...{ problem, pending, onSubmit }}
    >
      <Card>
        <SwitchField label={onLabel} hint={t`Prices are set in each plan.`} {...field('on')} />
      </Card>
      <Card title={t`Settings`}>
        {fields.map(([id, label]) => (
          <TextField
            key={id}
            label={label}
            autoComplete="off"
            maxLength={8192}
            {...textOf(id as `field.${string}`)}
          />
        ))}
        {Object.entries(labels.secrets).map(([id, label]) => (
          <SecretField
            key={id}
            label={i18n._(label)}
            isStored={secrets[id] === true}
            maxLength={16_384}
            {...textOf(`secret.${id}`)}
          />
        ))}
      </Card>
      <TestCard
        kind={kind}
        about={t`Asks ${name} about a payment that does not exist. Nothing is paid.`}
        tested={tested}
        unsaved={unsaved}
        ready={isSetUp(provider)}
      />
      <Card>
        <Facts>
          <Fact name={t`Notify address`}>
            <Copyable text={notifyUrl} label={t`Notify address`} />
          </Fact>
        </Facts>
      </Card>
      {conflict && (
        <ProviderConflict
          names={{ on: onLabel, ...Object.fromEntries(fields) }}
          show={() => undefined}
          {...conflict}
        />
      )}
    </FormPage>
  )
}
