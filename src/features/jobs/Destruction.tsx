import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Problem } from '#ui/Problem.tsx'
import { TextField } from '#ui/TextField.tsx'

type Props = {
  of: 'account' | 'user'
  total: number
  /** How many of them are admins. */
  admins: number
  typed: string
  /** The number that was typed and sent is not the right one. */
  wrong: boolean
  onType: (typed: string) => void
}

/** What a bulk deletion loses, what undo restores, and typing the number as confirmation. */
export function Destruction({ of, total, admins, typed, wrong, onType }: Props) {
  const { t } = useLingui()
  return (
    <>
      <Problem intent="warning">
        {of === 'account' ? (
          <Trans>
            The ports close immediately. Undo brings the accounts back while their ports are free.
          </Trans>
        ) : (
          <Trans>
            They can no longer log in. Devices, invitation codes and messages are deleted too; order
            records stay. Undo restores everything unless someone takes their email; they must log
            in again.
          </Trans>
        )}
      </Problem>
      {admins > 0 && (
        <Problem intent="warning">
          <strong>
            {t`${plural(admins, { one: '# of them is an admin.', other: '# of them are admins.' })}`}
          </strong>
        </Problem>
      )}
      <TextField
        label={t`Type ${total} to confirm`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={onType}
      />
      {wrong && (
        <Problem>
          {of === 'account' ? (
            <Trans>That is not the number of accounts. Nothing was deleted.</Trans>
          ) : (
            <Trans>That is not the number of users. Nothing was deleted.</Trans>
          )}
        </Problem>
      )}
    </>
  )
}
