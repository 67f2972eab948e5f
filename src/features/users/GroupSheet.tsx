import { Button, Field, Radio, RadioGroup } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain, explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { listGroups, setUserGroup } from '#features/groups/operations.ts'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { setUserGroupRefusals } from './messages.ts'

type Props = { user: Pick<Schema<'Admin'>, 'id' | 'username' | 'group'>; onClose: () => void }

/** Moves a person into another group. Spec 2. */
export default function GroupSheet({ user, onClose }: Props) {
  const { t, i18n } = useLingui()
  const [group, setGroup] = useState(user.group)
  const { data, error } = useQuery(listGroups())
  const move = useMutation(setUserGroup)
  const { username } = user
  return (
    <Sheet
      alert
      title={t`Group of ${username}`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!move.isPending)
          move.mutate({ groupId: group, userId: user.id }, { onSuccess: onClose })
      }}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            appearance="primary"
            disabledFocusable={move.isPending || group === user.group}
          >
            {move.isPending ? <Trans>Changing…</Trans> : <Trans>Change</Trans>}
          </Button>
        </>
      }
    >
      {error && !data && <Problem>{i18n._(explainLoad(error))}</Problem>}
      {!data && !error && <Loading shape="rows" count={3} />}
      {data && (
        <Field label={t`Group`} hint={t`It decides what the user may buy and read.`}>
          <RadioGroup
            value={String(group)}
            onChange={(_event, { value }) => setGroup(Number(value))}
          >
            {data.map(({ id, name }) => (
              <Radio key={id} value={String(id)} label={name} />
            ))}
          </RadioGroup>
        </Field>
      )}
      {move.error && <Problem>{i18n._(explain(move.error, setUserGroupRefusals))}</Problem>}
    </Sheet>
  )
}
