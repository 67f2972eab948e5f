import { Button, Checkbox, makeStyles } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import { listGroups } from '#features/groups/operations.ts'
import { listOrders } from '#features/plans/operations.ts'
import { typedEmail } from '#rules/pasted.ts'
import { Card } from '#ui/Card.tsx'
import { useDraft, withRefusal } from '#ui/draft.ts'
import { OutcomePending } from '#ui/OutcomePending.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { checkUserDraft, NEW_GROUP, newUserDraft, toNewUser, type UserDraft } from './draft.ts'
import { isPowerless } from './limits.ts'
import { createUserRefusals, TOO_COMMON } from './messages.ts'
import { createUser } from './operations.ts'
import { KINDS, PERMITTED } from './permissions.ts'
import { ResellerLimits } from './ResellerLimits.tsx'

type Props = {
  /** Only the main admin adds admins; everybody else's are users of the own group. Spec 15.4. */
  mayAddAdmins: boolean
  /** Plans that an account can be added from with the user; none where that may not be. */
  plans: readonly { id: number; name: string }[]
  /** Whether mail is ticked at first; undefined where none may be sent. */
  mail: boolean | undefined
  /** Called with what was typed, and whether the access is to be mailed. */
  onAdded: (userId: number, draft: UserDraft, isMailed: boolean) => void
}

/** Adds a user who can log in. Spec 7 and 8. */
export function AddUserForm({ mayAddAdmins, plans, mail, onAdded }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const creation = useMutation(createUser)
  const [initial] = useState(newUserDraft)
  const form = useDraft(initial, checkUserDraft)
  const isCommon = creation.error?.reason === 'password too common'
  const { data: known = [] } = useQuery({ ...listOrders(), enabled: mayAddAdmins })
  const isCurrent = useMay()('setPermissions')
  const kinds = isCurrent ? KINDS : (['group'] as const)
  const { type, group } = form.draft
  const { data: groups = [] } = useQuery({ ...listGroups(), enabled: mayAddAdmins && isCurrent })
  const chosen = groups.find(({ id }) => String(id) === group)
  const people = chosen?.userNumber ?? 0
  return (
    <form
      noValidate
      onSubmit={form.submit((draft) => {
        if (creation.isPending) return
        creation.mutate(toNewUser(draft), {
          onSuccess: ([userId]) =>
            userId !== undefined && onAdded(userId, draft, draft.mail ?? mail ?? false),
        })
      })}
    >
      <Card className={styles.card}>
        <TextField
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={200}
          hint={t`The name to log in with.`}
          {...form.field('email')}
        />
        <TextField
          label={t`Password`}
          autoComplete="off"
          maxLength={200}
          hint={t`Give it to the user; it can be changed after logging in.`}
          {...withRefusal(form.field('password'), isCommon && TOO_COMMON, creation.reset)}
        />
        {mayAddAdmins ? (
          <SelectField
            label={t`Type`}
            hint={
              form.draft.type === 'normal' ? undefined : i18n._(PERMITTED[form.draft.type].about)
            }
            choices={[
              { value: 'normal', label: t`User` },
              ...kinds.map((kind) => ({ value: kind, label: i18n._(PERMITTED[kind].name) })),
            ]}
            {...form.field('type')}
          />
        ) : (
          <p className={styles.note}>
            <Trans>The new user joins your group.</Trans>
          </p>
        )}
        {mayAddAdmins && isCurrent && type !== 'normal' && (
          <>
            <SelectField
              label={t`Group`}
              hint={t`Whom this admin sees: the customers of the group, and nobody else.`}
              choices={[
                { value: NEW_GROUP, label: t`A new group without customers` },
                ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              {...form.field('group')}
            />
            {group === NEW_GROUP ? (
              <TextField
                label={t`Name of the new group`}
                maxLength={255}
                placeholder={typedEmail(form.draft.email)}
                hint={t`If empty, the email address.`}
                {...form.field('groupName')}
              />
            ) : (
              <Problem intent="warning">
                {t`${plural(people, {
                  one: '# person is in this group: this admin will see them.',
                  other: '# people are in this group: this admin will see them.',
                })}`}
              </Problem>
            )}
          </>
        )}
        {type === 'reseller' && (
          <>
            <ResellerLimits
              draft={form.draft}
              problems={{ customers: form.field('customers').problem }}
              plans={known}
              onChange={form.change}
            />
            {isPowerless(form.draft) && (
              <Problem intent="info">
                <Trans>
                  With these limits the reseller can add no customer or give no plan yet.
                </Trans>
              </Problem>
            )}
          </>
        )}
        {plans.length > 0 && form.draft.type === 'normal' && (
          <SelectField
            label={t`Account`}
            hint={t`On a free port, with the terms of the plan, starting now.`}
            choices={[
              { value: '0', label: t`No account` },
              ...plans.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...form.field('plan')}
          />
        )}
        {mail !== undefined && form.draft.type === 'normal' && (
          <Checkbox
            label={t`Email the login details`}
            checked={form.draft.mail ?? mail}
            onChange={(_event, { checked }) => form.change({ mail: checked === true })}
          />
        )}
        {creation.error && !isCommon && (
          <Problem>{i18n._(explain(creation.error, createUserRefusals))}</Problem>
        )}
        <OutcomePending />
        <Button
          type="submit"
          appearance="primary"
          size="large"
          disabledFocusable={creation.isPending}
        >
          {creation.isPending ? <Trans>Adding…</Trans> : <Trans>Add user</Trans>}
        </Button>
      </Card>
      <UnsavedChanges when={() => form.draft !== initial && !creation.isSuccess} />
    </form>
  )
}

const useStyles = makeStyles({
  card: { width: '100%', gap: '16px' },
  note: { margin: 0 },
})
