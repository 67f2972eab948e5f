import { Button, Field, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain, explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { listUnassignedAccounts } from '#features/accounts/operations.ts'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { assignAccountRefusals } from './messages.ts'
import { assignAccount } from './operations.ts'

type Props = {
  user: Pick<Schema<'User'>, 'id' | 'username'>
  /** Opens the form of a new account for the user; omitted without the permission. Spec 6. */
  onNew?: () => void
  onClose: () => void
}

/** How many ports are offered at once; a few digits narrow them. */
const OFFERED_LIMIT = 50

/** Assigns an account without an owner to a user. Spec 2. */
export default function AssignAccountSheet({ user, onNew, onClose }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [digits, setDigits] = useState('')
  const [chosen, setChosen] = useState<number>()
  const giving = useMutation(assignAccount)
  const { data, error } = useQuery({ ...listUnassignedAccounts(), staleTime: 0 })
  const matching = data?.filter(({ port }) => String(port).includes(digits.trim())) ?? []
  const { username } = user
  return (
    <Sheet
      alert
      title={t`Account for ${username}`}
      onClose={onClose}
      actions={
        <>
          {onNew && (
            <Button onClick={onNew}>
              <Trans>Create a new account</Trans>
            </Button>
          )}
          <Button
            appearance="primary"
            disabledFocusable={chosen === undefined || giving.isPending}
            onClick={() => {
              if (chosen !== undefined)
                giving.mutate({ userId: user.id, accountId: chosen }, { onSuccess: onClose })
            }}
          >
            {giving.isPending ? <Trans>Adding…</Trans> : <Trans>Add account</Trans>}
          </Button>
        </>
      }
    >
      {error && !data && <Problem>{i18n._(explainLoad(error))}</Problem>}
      {!data && !error && <Loading shape="rows" count={3} />}
      {data?.length === 0 && (
        <p>
          <Trans>Every account has an owner.</Trans>
        </p>
      )}
      {data && data.length > 0 && (
        <>
          {data.length > 8 && (
            <TextField
              label={t`Port contains`}
              inputMode="numeric"
              value={digits}
              onChange={setDigits}
            />
          )}
          <Field label={t`Accounts without a user`}>
            <RadioGroup
              className={styles.ports}
              value={chosen === undefined ? '' : String(chosen)}
              onChange={(_event, { value }) => setChosen(Number(value))}
            >
              {matching.slice(0, OFFERED_LIMIT).map(({ id, port }) => (
                <Radio key={id} value={String(id)} label={t`Account ${port}`} />
              ))}
            </RadioGroup>
          </Field>
          {matching.length > OFFERED_LIMIT && (
            <p className={styles.more}>
              <Trans>There are more. Enter some digits of the port.</Trans>
            </p>
          )}
        </>
      )}
      {giving.error && <Problem>{i18n._(explain(giving.error, assignAccountRefusals))}</Problem>}
    </Sheet>
  )
}

const useStyles = makeStyles({
  ports: { fontVariantNumeric: 'tabular-nums' },
  more: { margin: 0, color: tokens.colorNeutralForeground3 },
})
