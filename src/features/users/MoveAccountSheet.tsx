import { Button, Field, makeStyles, Radio, RadioGroup } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain, explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Problem } from '#ui/Problem.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { assignAccountRefusals } from './messages.ts'
import { assignAccount, listUsers } from './operations.ts'

type Props = {
  user: Pick<Schema<'User'>, 'id'>
  account: Pick<Schema<'AccountRow'>, 'id' | 'port'>
  onClose: () => void
  onMoved: () => void
}

/** Gives an account of one user to another. */
export default function MoveAccountSheet({ user, account, onClose, onMoved }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [search, setSearch] = useState('')
  const [to, setTo] = useState<number>()
  const move = useMutation(assignAccount)
  const found = useInfiniteQuery(listUsers({ search, type: ['normal'], pageSize: 8 }))
  const people = (found.data?.pages[0]?.users ?? []).filter(({ id }) => id !== user.id)
  const { port } = account
  return (
    <Sheet
      alert
      title={t`Move account ${port}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            appearance="primary"
            disabledFocusable={to === undefined || move.isPending}
            onClick={() => {
              if (to !== undefined)
                move.mutate({ userId: to, accountId: account.id }, { onSuccess: onMoved })
            }}
          >
            {move.isPending ? <Trans>Moving…</Trans> : <Trans>Move</Trans>}
          </Button>
        </>
      }
    >
      <SearchField
        label={t`Search users`}
        placeholder={t`Email or comment`}
        value={search}
        onChange={setSearch}
      />
      {found.error && !found.data && <Problem>{i18n._(explainLoad(found.error))}</Problem>}
      <Field label={t`New owner`}>
        <RadioGroup
          className={styles.people}
          value={to === undefined ? '' : String(to)}
          onChange={(_event, { value }) => setTo(Number(value))}
        >
          {people.map(({ id, username }) => (
            <Radio key={id} value={String(id)} label={username} />
          ))}
        </RadioGroup>
      </Field>
      {found.data && people.length === 0 && (
        <p>
          <Trans>No one else matches.</Trans>
        </p>
      )}
      {move.error && <Problem>{i18n._(explain(move.error, assignAccountRefusals))}</Problem>}
    </Sheet>
  )
}

const useStyles = makeStyles({
  people: { overflowWrap: 'anywhere', minHeight: '44px' },
})
