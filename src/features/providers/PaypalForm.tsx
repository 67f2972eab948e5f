import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { useDraft } from '#ui/draft.ts'
import { Fact, Facts } from '#ui/Facts.tsx'
import { FormPage } from '#ui/FormPage.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkPaypalDraft, paypalDraftOf, toPaypalInput } from './draft.ts'
import { SecretField } from './SecretField.tsx'
import { TestCard } from './TestCard.tsx'
import { useSaving } from './useSaving.ts'

type Props = { provider: Schema<'PaypalProvider'>; onSaved: () => void }

/** Everything there is to set about PayPal, and a test of it. */
export default function PaypalForm({ provider, onSaved }: Props) {
  const { t } = useLingui()
  const online = useOnline()
  const saving = useSaving(onSaved)
  const { hasClientSecret, notifyUrl, tested } = provider
  const [first] = useState(() => paypalDraftOf(provider))
  const form = useDraft(first, (typed) => checkPaypalDraft(typed, provider))
  const { draft, field } = form
  const unsaved = JSON.stringify(draft) !== JSON.stringify(first)

  return (
    <FormPage
      title="PayPal"
      back="/admin/settings/paymentList"
      problem={saving.problem}
      pending={saving.pending}
      action={t`Save`}
      unsaved={() => unsaved && !saving.done}
      offline={!online}
      onSubmit={form.submit((sound) => saving.save(toPaypalInput(sound)))}
    >
      <Card>
        <SwitchField
          label={t`Customers may pay with PayPal`}
          hint={t`They agree on PayPal's page and come back. Prices are set in each plan.`}
          {...field('on')}
        />
      </Card>
      <Card title={t`Your app at PayPal`}>
        <SelectField
          label={t`Environment`}
          choices={[
            { value: 'live', label: t`Live: real money` },
            { value: 'sandbox', label: t`Sandbox: for trying it out` },
          ]}
          {...field('mode')}
        />
        <TextField label={t`Client id`} autoComplete="off" maxLength={255} {...field('clientId')} />
        <SecretField
          label={t`Client secret`}
          kept={hasClientSecret}
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
      <TestCard kind="paypal" tested={tested} unsaved={unsaved} ready={hasClientSecret} />
      <Card title={t`What PayPal may know`}>
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
    </FormPage>
  )
}
