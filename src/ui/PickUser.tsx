import {
  Button,
  Field,
  Input,
  makeStyles,
  Radio,
  RadioGroup,
  tokens,
} from '@fluentui/react-components'
import { Search20Regular } from '@fluentui/react-icons'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type DefaultError,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#rules/timing.ts'
import { Problem } from './Problem.tsx'

type User = { id: number; username: string }
type Props<Failure extends DefaultError, Key extends QueryKey> = {
  label: string
  hint: string
  /** Who was picked. */
  value: User | undefined
  onChange: (user: User | undefined) => void
  /** The query for the candidates, by a part of the address. */
  search: (text: string) => UseQueryOptions<User[], Failure, User[], Key>
  explain: (failure: Failure) => MessageDescriptor
}

/** Looks for a person once typing rests, and takes one of those found. Spec 9. */
export function PickUser<Failure extends DefaultError, Key extends QueryKey>(
  props: Props<Failure, Key>,
) {
  const { label, hint, value, onChange, search, explain } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const wanted = text !== '' && !value
  const { data: found, error, isFetching } = useQuery({ ...search(text), enabled: wanted })

  if (value)
    return (
      <Field label={label}>
        <div className={styles.picked}>
          <span className={styles.name}>{value.username}</span>
          <Button onClick={() => onChange(undefined)} aria-label={t`Choose another: ${label}`}>
            <Trans>Change</Trans>
          </Button>
        </div>
      </Field>
    )
  return (
    <div className={styles.column}>
      <Field label={label} hint={hint}>
        <Input
          size="large"
          type="search"
          autoComplete="off"
          contentBefore={<Search20Regular />}
          value={typed}
          onChange={(_event, data) => setTyped(data.value)}
        />
      </Field>
      {error && <Problem>{i18n._(explain(error))}</Problem>}
      <span role="status" className={styles.quiet}>
        {isFetching ? (
          <Trans>Searching…</Trans>
        ) : (
          found?.length === 0 && <Trans>No one found.</Trans>
        )}
      </span>
      {text !== '' && found && found.length > 0 && (
        <RadioGroup
          className={styles.found}
          aria-label={label}
          value=""
          onChange={(_event, data) => onChange(found.find(({ id }) => String(id) === data.value))}
        >
          {found.map(({ id, username }) => (
            <Radio key={id} value={String(id)} label={username} />
          ))}
        </RadioGroup>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '8px' },
  picked: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '44px',
    paddingInlineStart: '12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
  found: {
    maxHeight: '264px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
})
