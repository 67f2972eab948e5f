import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import { listGroups } from '#features/groups/operations.ts'
import { Card } from '#ui/Card.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CarrierOrder } from './CarrierOrder.tsx'
import { AccountSettingConflict } from './AccountSettingConflict.tsx'
import { editAccountSettingRefusals } from './messages.ts'
import { NewUserCard } from './NewUserCard.tsx'
import type { useAccountSetting } from './useAccountSetting.ts'

/** What users may do and see, and what they are given. */
export function AccountSettingForm({ form }: { form: ReturnType<typeof useAccountSetting> }) {
  const styles = useStyles()
  const hasWarnings = useMay()('editAccountSetting.warnings')
  const { t, i18n } = useLingui()
  const { draft, field, error, state, conflict } = form
  const { group } = draft
  const { data: known = [] } = useQuery(listGroups())
  const groups = known.map(({ id, name }) => ({ value: String(id), label: name }))
  // Its group may have been deleted, or is not read yet.
  if (!groups.some(({ value }) => value === group))
    groups.unshift({
      value: group,
      label: group === '0' ? t`Default group` : t`Group ${group}`,
    })

  return (
    <div className={styles.form}>
      {error && state === 'failed' && (
        <Problem>{i18n._(explain(error, editAccountSettingRefusals))}</Problem>
      )}
      <Card title={t`Sign-up`}>
        <SwitchField
          label={t`Sign-up is open`}
          hint={t`If off, only admins add users.`}
          {...field('signUp')}
        />
        <SelectField label={t`Group of new users`} choices={groups} {...field('group')} />
      </Card>
      <NewUserCard form={form} />
      <Card title={t`Ports for new accounts`}>
        <div className={styles.pair}>
          <TextField label={t`First port`} inputMode="numeric" {...field('start')} />
          <TextField label={t`Last port`} inputMode="numeric" {...field('end')} />
        </div>
        <SwitchField
          label={t`Any free port`}
          hint={t`If off, the lowest free port is given.`}
          {...field('random')}
        />
        {hasWarnings && (
          <SwitchField
            label={t`Only where a server needs one`}
            hint={t`Accounts without a port of their own are on servers where all share one: Trojan, and Shadowsocks 2022 with a shared port. If off, they are opened only once no port is free.`}
            {...field('onlyWhereNeeded')}
          />
        )}
        {hasWarnings && (
          <div className={styles.pair}>
            <TextField
              label={t`For trial accounts, %`}
              hint={t`The rest stays for customers. 0: no trials.`}
              inputMode="numeric"
              {...field('trialShare')}
            />
            <TextField
              label={t`Notify below, % free`}
              hint={t`0: never.`}
              inputMode="numeric"
              {...field('warnFree')}
            />
          </div>
        )}
      </Card>
      <Card title={t`What users see and do`}>
        <SwitchField
          label={t`Subscription links`}
          hint={t`Client programs fetch the list of servers automatically.`}
          {...field('subscribe')}
        />
        <SwitchField
          label={t`Users may register devices by MAC address`}
          {...field('macAccount')}
        />
        <SwitchField
          label={t`Simple account page`}
          hint={t`Leaves technical details out.`}
          {...field('simple')}
        />
        <SwitchField
          label={t`Show all servers`}
          hint={t`Including those an account may not use.`}
          {...field('showAllServer')}
        />
        <SwitchField
          label={t`Show the name of the plan an account came from`}
          {...field('showAccountOrderName')}
        />
      </Card>
      {hasWarnings && (
        <Card title={t`Renewing and changing plans`}>
          <SwitchField
            label={t`All remaining time takes the terms of the plan bought last`}
            hint={t`If off, remaining time is exchanged by price when another plan is bought, used traffic stays counted, and a refund restores the terms from before. If on, one month of an expensive plan makes all remaining time expensive, and a short plan revives an expired long one.`}
            {...field('lastTerms')}
          />
          <SwitchField
            label={t`Accounts that have ended still reach this site`}
            hint={t`For 30 days after expiry, or while the traffic is used up, slowly and nothing else, so that customers can renew where this site is blocked.`}
            {...field('wayBack')}
          />
        </Card>
      )}
      {hasWarnings && (
        <Card title={t`Warnings to customers`}>
          <SwitchField
            label={t`Warn before an account expires or runs out`}
            hint={t`Once for each expiry and each cycle, by push and Telegram.`}
            {...field('warn')}
          />
          {draft.warn && (
            <>
              <div className={styles.pair}>
                <TextField
                  label={t`Before expiry`}
                  inputMode="numeric"
                  after={t`days`}
                  {...field('warnDays')}
                />
                <TextField
                  label={t`Traffic used`}
                  inputMode="numeric"
                  after="%"
                  {...field('warnPercent')}
                />
              </div>
              <SwitchField label={t`By email as well`} {...field('warnByMail')} />
            </>
          )}
        </Card>
      )}
      {hasWarnings && (
        <Card title="WireGuard">
          <TextField
            label={t`Additional WireGuard devices per account`}
            inputMode="numeric"
            hint={t`Each has a key of its own and can be removed separately. 0 to 20.`}
            {...field('devices')}
          />
          <SwitchField
            label={t`Keep the keys of first devices`}
            hint={t`Subscriptions and older consoles need them. If off, new ones are shown once, and subscriptions leave WireGuard out for such accounts; keys that were kept stay until they are renewed.`}
            {...field('keepOwnKeys')}
          />
          <SwitchField
            label={t`Keep the keys of additional devices`}
            hint={t`They can be shown again, but anyone who gets the database has them. If off, each is shown once, and those that were kept are deleted.`}
            {...field('keepKeys')}
          />
        </Card>
      )}
      {hasWarnings && (
        <Card title={t`New passwords and links`}>
          <TextField
            label={t`The old one still works for`}
            inputMode="numeric"
            after={t`hours`}
            hint={t`0 to 168. So that a customer’s apps can be changed one after the other. Customers may end it at once; a password that an admin sets ends the old one.`}
            {...field('graceHours')}
          />
        </Card>
      )}
      {hasWarnings && (
        <Card title={t`Order in subscriptions`}>
          <CarrierOrder {...field('carriers')} />
        </Card>
      )}
      {hasWarnings && (
        <Card title={t`Traffic history`}>
          <TextField
            label={t`Store the traffic of accounts for`}
            inputMode="numeric"
            after={t`months`}
            hint={t`2 to 27. What is older is deleted for good; totals of servers stay.`}
            {...field('historyMonths')}
          />
        </Card>
      )}
      {conflict && <AccountSettingConflict conflict={conflict} groups={groups} />}
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
