import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { FormPage } from '#ui/FormPage.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkPaypalDraft, paypalDraftOf, toPaypalInput } from './draft.ts'
import { ProviderConflict } from '../ProviderConflict.tsx'
import { SecretField } from '../SecretField.tsx'
import type { FormProps } from '../setting.ts'
import { TestCard } from '../TestCard.tsx'
import { useProviderForm } from '../useProviderForm.ts'

/** The settings of PayPal, and a test of them. */
export default function PaypalForm({ provider: shown, onSaved }: FormProps) {
  const provider = shown as Schema<'PaypalProvider'>
  const { t } = useLingui()
  const online = useOnline()
  const { hasClientSecret, notifyUrl, tested } = provider
  const { form, problem, pending, unsaved, conflict, onSubmit } = useProviderForm({
    provider,
    draftOf: paypalDraftOf,
    check: checkPaypalDraft,
    toInput: toPaypalInput,
    statusOf: (saved) => ('mode' in saved ? { paypalMode: saved.mode } : {}),
    onSaved,
  })
  const { field } = form
  const modes = [
    { value: 'live', label: t`Live: real money` },
    { value: 'sandbox', label: t`Sandbox: for trying it out` },
  ] as const

  return (
    <FormPage
      title="PayPal"
      back="/admin/settings/paymentList"
      action={t`Save`}
      unsaved={() => unsaved}
      offline={!online}
      {...{ problem, pending, onSubmit }}
    >
      <Card>
        <SwitchField
          label={t`Customers may pay with PayPal`}
          hint={t`They agree on PayPal’s page and come back. Prices are set in each plan.`}
          {...field('on')}
        />
      </Card>
      <Card title={t`Your app at PayPal`}>
        <ManualLink to="payments.html#paypal" />
        <SelectField label={t`Environment`} choices={modes} {...field('mode')} />
        <TextField label={t`Client ID`} autoComplete="off" maxLength={255} {...field('clientId')} />
        <SecretField
          label={t`Client secret`}
          isStored={hasClientSecret}
          maxLength={255}
          {...field('clientSecret')}
        />
        <TextField
          label={t`Address of a relay`}
          inputMode="url"
          autoComplete="off"
          maxLength={255}
          hint={t`Only where this server cannot reach PayPal itself. It sees the client secret.`}
          {...field('address')}
        />
      </Card>
      <TestCard
        kind={provider.kind}
        about={t`Logs in at PayPal and asks about an order that does not exist.`}
        tested={tested}
        unsaved={unsaved}
        ready={hasClientSecret}
      />
      <Card title={t`For PayPal (optional)`}>
        <Facts>
          <Fact name={t`Webhook address`}>
            <Copyable text={notifyUrl} label={t`Webhook address`} />
          </Fact>
        </Facts>
        <p>
          <Trans>
            With a webhook for approved orders, a payment arrives even when the customer closes the
            browser too early. Without one it is found a little later.
          </Trans>
        </p>
      </Card>
      {conflict && (
        <ProviderConflict
          names={{
            on: t`Customers may pay with PayPal`,
            mode: t`Environment`,
            clientId: t`Client ID`,
            address: t`Address of a relay`,
          }}
          show={(name, { mode }) =>
            name === 'mode' ? modes.find(({ value }) => value === mode)?.label : undefined
          }
          {...conflict}
        />
      )}
    </FormPage>
  )
}
