import { allMethods, methodName } from '#features/providers/registry.ts'
import { currencyOf, fieldKinds } from '#rules/providers/registry.ts'
import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { listServers } from '#features/servers/operations.ts'
import { Card } from '#ui/Card.tsx'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { FlowField } from '#ui/FlowField.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { editPaymentSettingRefusals } from './messages.ts'
import type { PaymentDraft } from './paymentDraft.ts'
import { ServersField } from './ServersField.tsx'
import { useServerNames } from './useServerNames.ts'
import type { usePaymentSetting } from './usePaymentSetting.ts'

/** What a new plan of one period starts from: prices, traffic, servers, what an inviter gains. */
export function PaymentForm({ form }: { form: ReturnType<typeof usePaymentSetting> }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { field, error, state, conflict } = form
  const { data: servers } = useQuery(listServers())
  const serverNames = useServerNames(servers)

  return (
    <div className={styles.form}>
      {error && state === 'failed' && (
        <Problem>{i18n._(explain(error, editPaymentSettingRefusals))}</Problem>
      )}
      <Card title={t`Prices`}>
        <div className={styles.pair}>
          {fieldKinds().map((kind) => (
            <TextField
              key={kind}
              label={i18n._(methodName(kind))}
              inputMode="decimal"
              maxLength={9}
              after={currencyOf(kind)}
              {...field(kind)}
            />
          ))}
        </div>
        <TextField
          label={t`Name of the plan`}
          maxLength={255}
          hint={t`Leave empty to name each plan when you add it.`}
          {...field('orderName')}
        />
      </Card>
      <Card title={t`What is sold`}>
        <FlowField
          label={t`Quota per cycle`}
          hint={t`A number, or one with K, M, G or T. 0 means no limit.`}
          {...field('flow')}
        />
        <ServersField label={t`Servers`} servers={servers} {...field('servers')} />
        <SwitchField
          label={t`Share the quota across servers`}
          hint={t`If off, each server has the whole quota.`}
          {...field('multiServerFlow')}
        />
        <SwitchField label={t`Delete it once it has expired`} {...field('autoRemove')} />
      </Card>
      <Card title={t`Invitations`}>
        <TimeField
          label={t`Reward time for the inviter`}
          hint={t`For each payment of someone they invited, for example 1d12h.`}
          {...field('refTime')}
        />
      </Card>
      {conflict && (
        <ChangedMeanwhile<PaymentDraft>
          {...conflict}
          savesItself
          names={{
            ...Object.fromEntries(allMethods().map(({ kind, price }) => [kind, i18n._(price)])),
            orderName: t`Name of the plan`,
            flow: t`Quota per cycle`,
            servers: t`Servers`,
            multiServerFlow: t`Share the quota across servers`,
            autoRemove: t`Delete it once it has expired`,
            refTime: t`Reward time for the inviter`,
          }}
          show={(name, draft) => (name === 'servers' ? serverNames(draft.servers) : undefined)}
        />
      )}
    </div>
  )
}

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '12px',
    alignItems: 'start',
    // Fluent's inputs would rather stick out than be narrower than browsers like them.
    '& .fui-Input': { minWidth: 0 },
    '& .fui-Input__input': { minWidth: 0, width: '100%' },
  },
})
