import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Add16Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { numberFormat } from '#rules/formats.ts'

const SavedViewsSheet = lazy(() => import('./SavedViewsSheet.tsx'))

type SavedView = { name: string; search: string }

/** A view in one tap: its name, and its count where that is known. */
export type ViewTab = {
  key: string
  name: string
  active: boolean
  count?: { total: number; more?: boolean }
  onShow: () => void
}

type Props = {
  label: string
  tabs: readonly ViewTab[]
  /** The views a person named, and what the list shows now, written as they are. */
  views: readonly SavedView[]
  current: string
  onChange: (views: readonly SavedView[]) => void
}

/** The views of a list side by side with their counts, and the menu to save the present one. */
export default function ViewTabs({ label, tabs, views, current, onChange }: Props) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const [editing, setEditing] = useState(false)
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ key, name, active, count, onShow }) => (
        <button
          key={key}
          type="button"
          aria-current={active ? 'true' : undefined}
          className={mergeClasses(styles.tab, active && styles.active)}
          onClick={onShow}
        >
          {name}
          {count && (
            <span className={styles.count}>
              {numberFormat(i18n.locale).format(count.total)}
              {count.more && '+'}
            </span>
          )}
        </button>
      ))}
      <Button
        appearance="subtle"
        size="small"
        className={styles.save}
        icon={<Add16Regular />}
        onClick={() => setEditing(true)}
      >
        <Trans>Save view</Trans>
      </Button>
      {editing && (
        <Suspense>
          <SavedViewsSheet
            views={views}
            current={current}
            onChange={onChange}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </nav>
  )
}

const useStyles = makeStyles({
  tabs: {
    display: 'flex',
    alignItems: 'center',
    gap: '20px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    marginInline: '-16px',
    padding: '0 16px',
    boxShadow: `inset 0 -1px 0 ${tokens.colorNeutralStroke2}`,
  },
  tab: {
    display: 'inline-flex',
    alignItems: 'baseline',
    flexShrink: 0,
    gap: '6px',
    minHeight: '44px',
    padding: '12px 0 0',
    border: 'none',
    borderBottom: '2px solid transparent',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  active: {
    borderBottomColor: tokens.colorBrandStroke1,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  count: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
  },
  save: { flexShrink: 0 },
})
