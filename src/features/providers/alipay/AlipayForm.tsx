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
import { alipayDraftOf, checkAlipayDraft, toAlipayInput } from './draft.ts'
import { ProviderConflict } from '../ProviderConflict.tsx'
import { SecretField } from '../SecretField.tsx'
import type { FormProps } from '../setting.ts'
import { TestCard } from '../TestCard.tsx'
import { useProviderForm } from '../useProviderForm.ts'

/** The settings of Alipay, and a test of them. */
export default function AlipayForm({ provider: shown, onSaved }: FormProps) {
  const provider = shown as Schema<'AlipayProvider'>
  const { t } = useLingui()
  const online = useOnline()
  const { hasPrivateKey, appPublicKey, notifyUrl, tested } = provider
  const { form, problem, pending, unsaved, conflict, onSubmit } = useProviderForm({
    provider,
    draftOf: alipayDraftOf,
    check: (typed, saved) => checkAlipayDraft(typed, saved.hasPrivateKey),
    toInput: toAlipayInput,
    onSaved,
  })
  const { draft, field } = form
  const gateways = [
    { value: 'live', label: t`Live: real money` },
    { value: 'sandbox', label: t`Sandbox: for trying it out` },
    { value: 'own', label: t`Another address` },
  ] as const

  return (
    <FormPage
      title={t`Alipay`}
      back="/admin/settings/paymentList"
      action={t`Save`}
      unsaved={() => unsaved}
      offline={!online}
      {...{ problem, pending, onSubmit }}
    >
      <Card>
        <SwitchField
          label={t`Customers may pay with Alipay`}
          hint={t`They scan a code with their phone (face-to-face payment). Prices are set in each plan.`}
          {...field('on')}
        />
      </Card>
      <Card title={t`Your app at Alipay`}>
        <ManualLink to="payments.html#alipay" />
        <SelectField label={t`Gateway`} choices={gateways} {...field('place')} />
        {draft.place === 'own' && (
          <TextField label={t`Address`} inputMode="url" maxLength={255} {...field('gateway')} />
        )}
        <TextField label={t`App ID`} inputMode="numeric" maxLength={32} {...field('appId')} />
        <TextField
          label={t`Seller ID`}
          inputMode="numeric"
          maxLength={32}
          hint={t`Starts with 2088. If you enter it, payments to anyone else are refused.`}
          {...field('sellerId')}
        />
        <SecretField
          label={t`Private key of the app`}
          isStored={hasPrivateKey}
          maxLength={16_384}
          hint={t`RSA2, as Alipay’s key tool shows it; PKCS1 or PKCS8.`}
          {...field('privateKey')}
        />
        <TextField
          label={t`Alipay public key`}
          autoComplete="off"
          maxLength={8192}
          hint={t`Shown by Alipay once it has the public key of your app. It is not the same key.`}
          {...field('alipayPublicKey')}
        />
      </Card>
      <TestCard
        kind={provider.kind}
        about={t`Asks Alipay about a payment that does not exist. Nothing is paid.`}
        tested={tested}
        unsaved={unsaved}
        ready={hasPrivateKey}
      />
      <Card title={t`What Alipay needs from you`}>
        <Facts>
          <Fact name={t`Notify address`}>
            <Copyable text={notifyUrl} label={t`Notify address`} />
          </Fact>
          {appPublicKey && (
            <Fact name={t`Public key of the app`}>
              <Copyable
                text={appPublicKey}
                shown={`${appPublicKey.slice(0, 12)}…${appPublicKey.slice(-12)}`}
                label={t`Public key of the app`}
              />
            </Fact>
          )}
        </Facts>
        <p>
          <Trans>Alipay must reach the notify address from the internet.</Trans>
        </p>
      </Card>
      {conflict && (
        <ProviderConflict
          names={{
            on: t`Customers may pay with Alipay`,
            place: t`Gateway`,
            gateway: t`Address`,
            appId: t`App ID`,
            sellerId: t`Seller ID`,
            alipayPublicKey: t`Alipay public key`,
          }}
          show={(name, { place }) =>
            name === 'place' ? gateways.find(({ value }) => value === place)?.label : undefined
          }
          {...conflict}
        />
      )}
    </FormPage>
  )
}
