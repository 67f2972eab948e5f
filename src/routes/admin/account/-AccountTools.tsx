import { Button, makeStyles, tokens } from '@fluentui/react-components'
import {
  Filter20Filled,
  Filter20Regular,
  Pulse20Regular,
  SelectAllOn20Regular,
} from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { choose, useChoices } from '#device/choices.ts'
import {
  type AccountSearch,
  isDefault,
  readAccountSearch,
  searchOf,
  viewOf,
} from '#features/accounts/filter.ts'
import { SavedViews } from '#ui/SavedViews.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import type { Selection } from '#ui/selection.ts'

type Props = {
  search: AccountSearch
  /** How many match; undefined until it is known. */
  total: number | undefined
  /** There are more than these, uncounted. */
  more: boolean | undefined
  /** What is selected; undefined for who may do nothing with it. */
  selection: Selection | undefined
  onSearch: (text: string) => void
  onFilter: () => void
  /** Left out for who may not see who is online. */
  onOnline: (() => void) | undefined
  /** Shows a saved view. */
  onPick: (search: AccountSearch) => void
}

/** What stands over the list of accounts: search, filter, saved views, selection and the count. */
export function AccountTools(props: Props) {
  const { search, total, more, selection, onSearch, onFilter, onOnline, onPick } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const least = i18n.number(total ?? 0)
  const { accountViews = [] } = useChoices()
  const view = viewOf(search)
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
        onClick={onFilter}
      />
      <SavedViews
        views={accountViews}
        current={JSON.stringify(searchOf(view, search.search))}
        onPick={(saved) => onPick(readAccountSearch(JSON.parse(saved)))}
        onChange={(views) => choose({ accountViews: views })}
      />
      {selection && (
        <Button
          size="large"
          className={styles.button}
          icon={<SelectAllOn20Regular />}
          aria-label={t`Select accounts`}
          aria-pressed={selection.active}
          onClick={() => (selection.active ? selection.end() : selection.start())}
        />
      )}
      {onOnline && (
        <Button
          size="large"
          className={styles.button}
          icon={<Pulse20Regular />}
          aria-label={t`Online now`}
          title={t`Online now`}
          onClick={onOnline}
        />
      )}
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
