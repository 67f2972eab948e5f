import { Button, makeStyles } from '@fluentui/react-components'
import { ArrowSync20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { listOrders } from '#features/plans/operations.ts'
import { listServers } from '#features/servers/operations.ts'
import { ACCOUNT_TYPES } from '#rules/account.ts'
import { isFlowPack } from '#rules/plan.ts'
import { randomDigits } from '#rules/password.ts'
import { isWireGuardPort, LAST_WIREGUARD_PORT, parsePort } from '#rules/ports.ts'
import { Card } from '#ui/Card.tsx'
import { DateTimeField } from '#ui/DateTimeField.tsx'
import type { useDraft } from '#ui/draft.ts'
import { FlowField } from '#ui/FlowField.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { type AccountDraft, draftFromPlan, isEndless } from './draft.ts'
import { TYPE_NAMES } from './names.ts'
import { ServersField } from './ServersField.tsx'

type Props = {
  form: ReturnType<typeof useDraft<AccountDraft>>
  /** Only what a new account cannot do without. */
  short?: boolean
  /** The account exists: its usage can be reset. */
  existing?: boolean
  /** Why no port is suggested. */
  portHint?: string
}

/** The fields of an account, in the order of its questions: which, how long, how much, where. */
export function AccountForm({ form, short, existing, portHint }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const may = useMay()
  const hasSpeeds = may('editAccount.speed')
  const hasDevices = may('getDeviceLink')
  const { draft, change, field } = form
  const plans = useQuery(listOrders()).data ?? []
  const servers = useQuery(listServers()).data
  const endless = isEndless(draft)
  const nameOf = (type: string) => {
    const name = TYPE_NAMES[Number(type)]
    return name ? i18n._(name) : type
  }
  const port = parsePort(draft.port)
  const offered = plans.filter((plan) => !isFlowPack(plan))
  const usesWireGuard = servers?.some(
    ({ id, type }) => type === 'WireGuard' && (draft.allServers || draft.servers.includes(id)),
  )
  const access = (
    <>
      {may('createAccount.noPort') && (
        <SwitchField
          label={t`Port of its own`}
          hint={t`If off, it is only on servers where all accounts share one port, and gets a number.`}
          {...field('ownPort')}
        />
      )}
      {draft.ownPort && (
        <TextField
          label={t`Port`}
          inputMode="numeric"
          autoComplete="off"
          hint={portHint ?? t`The port on a server is this one plus the server’s offset.`}
          {...field('port')}
        />
      )}
      {usesWireGuard && draft.ownPort && port !== undefined && !isWireGuardPort(port) && (
        <Problem intent="warning">
          <Trans>
            WireGuard servers have no address for ports above {LAST_WIREGUARD_PORT}; the account
            will not work there.
          </Trans>
        </Problem>
      )}
      <TextField
        label={t`Password`}
        autoComplete="off"
        after={
          <Button
            appearance="transparent"
            size="small"
            icon={<ArrowSync20Regular />}
            aria-label={t`Generate a new password`}
            onClick={() => change({ password: randomDigits() })}
          />
        }
        {...field('password')}
      />
    </>
  )
  const terms = (
    <>
      <SelectField
        label={t`Copy from plan`}
        value={draft.orderId}
        hint={t`Fills in the plan’s terms below; you can edit them.`}
        choices={[
          { value: '0', label: t`No plan` },
          ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
          ...(draft.orderId !== '0' && !offered.some(({ id }) => String(id) === draft.orderId)
            ? [{ value: draft.orderId, label: `#${draft.orderId}` }]
            : []),
        ]}
        onChange={(orderId) => {
          const plan = offered.find(({ id }) => String(id) === orderId)
          change(plan ? draftFromPlan(plan) : { orderId })
        }}
      />
      <SelectField
        label={t`Type`}
        {...field('type')}
        choices={typesFor(draft.type).map((value) => ({ value, label: nameOf(value) }))}
      />
      {!endless && !short && <DateTimeField label={t`Start`} {...field('time')} />}
      {!endless && (
        <TextField
          label={t`Number of cycles`}
          inputMode="numeric"
          hint={t`How many weeks, months, days or hours it lasts.`}
          {...field('limit')}
        />
      )}
      <FlowField
        label={endless ? t`Traffic` : t`Quota per cycle`}
        hint={t`A number, or one with K, M, G or T. 0 means no limit.`}
        {...field('flow')}
      />
    </>
  )
  if (short)
    return (
      <>
        {access}
        {terms}
      </>
    )
  return (
    <>
      <Card title={t`Access`}>{access}</Card>
      <Card title={t`Time and traffic`}>
        <div className={styles.grid}>
          {terms}
          {hasSpeeds && (
            <>
              <TextField
                label={t`Download at most`}
                inputMode="decimal"
                after="Mbit/s"
                hint={t`Empty: as its plan says. 0: no limit.`}
                {...field('speedDown')}
              />
              <TextField
                label={t`Upload at most`}
                inputMode="decimal"
                after="Mbit/s"
                hint={t`Empty: as its plan says. 0: no limit.`}
                {...field('speedUp')}
              />
            </>
          )}
          {hasDevices && (
            <TextField
              label={t`Devices with keys of their own`}
              inputMode="numeric"
              hint={t`Empty: as its plan says. 0: one key for all.`}
              {...field('deviceLimit')}
            />
          )}
        </div>
        {existing && (
          <SwitchField
            label={t`Reset the used traffic`}
            hint={t`Done once, when the account is saved.`}
            {...field('cleanFlow')}
          />
        )}
      </Card>
      <Card title={t`Servers`}>
        <ServersField
          servers={servers}
          all={draft.allServers}
          chosen={draft.servers}
          problem={field('servers').problem}
          onChange={change}
        />
        <SwitchField
          label={t`Share the quota across servers`}
          hint={t`If off, the traffic above counts for each server on its own.`}
          {...field('multiServerFlow')}
        />
      </Card>
      {!endless && (
        <Card title={t`After expiry`}>
          <SwitchField
            label={t`Delete automatically`}
            hint={t`The account is deleted after it has expired.`}
            {...field('autoRemove')}
          />
          {draft.autoRemove && (
            <TimeField
              label={t`Delay before deletion`}
              hint={t`How long after expiry, with s, m, h or d, for example 1d12h.`}
              {...field('autoRemoveDelay')}
            />
          )}
        </Card>
      )}
    </>
  )
}

/** What can be chosen, and what the account has, whose type may be one that no new one may have. */
function typesFor(type: string): string[] {
  const offered = Object.values(ACCOUNT_TYPES).map(String)
  return offered.includes(type) ? offered : [...offered, type]
}

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gap: '16px',
    alignItems: 'start',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
  },
})
