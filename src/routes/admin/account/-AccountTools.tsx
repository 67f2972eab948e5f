import { Button, makeStyles, tokens } from '@fluentui/react-components'
import {
  Filter20Filled,
  Filter20Regular,
  Pulse20Regular,
  SelectAllOn20Regular,
} from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type AccountSearch, isDefault, viewOf } from '#features/accounts/filter.ts'
import { SearchField } from '#ui/SearchField.tsx'
import type { Selection } from '#ui/selection.ts'
import { useShortcut } from '#ui/shortcut.ts'

type Props = {
  search: AccountSearch
  /** How many match; undefined until it is known. */
  total: number | undefined
  /** There are more than these, uncounted. */
  more: boolean | undefined
  /** The selection; undefined for people who may not act on it. */
  selection: Selection | undefined
  onSearch: (text: string) => void
  onFilter: () => void
  /** Omitted for people who may not see who is online. */
  onOnline: (() => void) | undefined
  /** Downloads what the list shows. */
  table: ReactNode
}

/** The tools above the list of accounts: search, filter, selection and the count. */
export function AccountTools(props: Props) {
  const { search, total, more, selection, onSearch, onFilter, onOnline, table } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const least = i18n.number(total ?? 0)
  const view = viewOf(search)
  const select = selection && (() => (selection.active ? selection.end() : selection.start()))
  useShortcut('f', onFilter)
  useShortcut('x', select)
  useShortcut('o', onOnline)
  return (
    <div className={styles.tools}>
      <SearchField
        label={t`Search accounts`}
        placeholder={t`Email, port, password, MAC`}
        value={search.search ?? ''}
        onChange={onSearch}
      />
      <Button
        size="large"
        className={styles.button}
        icon={isDefault(view) ? <Filter20Regular /> : <Filter20Filled />}
        aria-label={t`Sort and filter`}
        aria-keyshortcuts="f"
        title={`${t`Sort and filter`} (F)`}
        onClick={onFilter}
      />
      {selection && (
        <Button
          size="large"
          className={styles.button}
          icon={<SelectAllOn20Regular />}
          aria-label={t`Select accounts`}
          aria-keyshortcuts="x"
          title={`${t`Select accounts`} (X)`}
          aria-pressed={selection.active}
          onClick={select}
        />
      )}
      {onOnline && (
        <Button
          size="large"
          className={styles.button}
          icon={<Pulse20Regular />}
          aria-label={t`Online now`}
          aria-keyshortcuts="o"
          title={`${t`Online now`} (O)`}
          onClick={onOnline}
        />
      )}
      {table}
      <span className={styles.count} role="status">
        {total !== undefined &&
          (more
            ? t`More than ${least} accounts`
            : t`${plural(total, { one: '# account', other: '# accounts' })}`)}
      </span>
    </div>
  )
}

const useStyles = makeStyles({
  tools: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px' },
  button: { minWidth: '44px', minHeight: '44px' },
  count: {
    marginInlineStart: 'auto',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 599px)': { fontSize: tokens.fontSizeBase200 },
  },
})
