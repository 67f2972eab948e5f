import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain, explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { PickUser } from '#ui/PickUser.tsx'
import { Card } from '#ui/Card.tsx'
import { OutcomePending } from '#ui/OutcomePending.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { createReferralRefusals } from './messages.ts'
import {
  createReferral,
  listUserRefCodes,
  searchRefUsers,
  searchSourceUsers,
} from './operations.ts'

/** Records that one person invited another, by one of the inviter's codes. */
export function AddReferralForm({ onAdded }: { onAdded: () => void }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [source, setSource] = useState<Schema<'UserName'>>()
  const [invited, setInvited] = useState<Schema<'UserName'>>()
  const [chosen, setChosen] = useState('')
  const add = useMutation(createReferral)
  const codes = useQuery({ ...listUserRefCodes(source?.id ?? 0), enabled: source !== undefined })
  const free = codes.data?.filter(({ count, maxUser }) => count < maxUser) ?? []
  const code = free.find((one) => one.code === chosen)?.code ?? free[0]?.code
  const same = source !== undefined && source.id === invited?.id

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!source || !invited || !code || same || !online) return
        add.mutate({ sourceId: source.id, refId: invited.id, code }, { onSuccess: onAdded })
      }}
    >
      <Card title={t`Inviter`}>
        <PickUser
          label={t`Inviter`}
          hint={t`A user or an admin, by part of the email address.`}
          value={source}
          onChange={setSource}
          search={searchSourceUsers}
          explain={explainLoad}
        />
        {codes.error && <Problem>{i18n._(explainLoad(codes.error))}</Problem>}
        <OutcomePending />
        {codes.data && free.length === 0 && (
          <Problem intent="warning">
            <Trans>This person has no code with sign-ups left. Give them one first.</Trans>
          </Problem>
        )}
        {source && free.length > 0 && (
          <SelectField
            label={t`Invitation code`}
            value={code ?? ''}
            choices={free.map(({ code: value, count, maxUser }) => ({
              value,
              label: t`${value}, ${count} of ${maxUser} taken`,
            }))}
            onChange={setChosen}
          />
        )}
      </Card>
      <Card title={t`Invited user`}>
        <PickUser
          label={t`Invited user`}
          hint={t`Only users no one has invited yet are found.`}
          value={invited}
          onChange={setInvited}
          search={searchRefUsers}
          explain={explainLoad}
        />
      </Card>
      {same && <Problem>{i18n._(createReferralRefusals['same user'])}</Problem>}
      {add.error && <Problem>{i18n._(explain(add.error, createReferralRefusals))}</Problem>}
      <Button
        type="submit"
        appearance="primary"
        size="large"
        className={styles.submit}
        disabledFocusable={!source || !invited || !code || same || !online || add.isPending}
      >
        {!online ? (
          <Trans>Add once you are online</Trans>
        ) : add.isPending ? (
          <Trans>Adding…</Trans>
        ) : (
          <Trans>Add the invitation</Trans>
        )}
      </Button>
    </form>
  )
}

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
  submit: { alignSelf: 'flex-end', '@media (max-width: 599px)': { alignSelf: 'stretch' } },
})
