import {
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { Bookmark20Filled, Bookmark20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'

const SavedViewsSheet = lazy(() => import('./SavedViewsSheet.tsx'))

type View = { name: string; search: string }

type Props = {
  views: readonly View[]
  /** What the list shows now, written as the views are. */
  current: string
  onPick: (search: string) => void
  onChange: (views: readonly View[]) => void
}

/** Filters that were given a name: brought back in one tap, and kept or dropped in a sheet. */
export function SavedViews({ views, current, onPick, onChange }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [editing, setEditing] = useState(false)
  const shown = views.find(({ search }) => search === current)
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            size="large"
            className={styles.button}
            icon={shown ? <Bookmark20Filled /> : <Bookmark20Regular />}
            aria-label={t`Saved views`}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList aria-label={t`Saved views`}>
            {views.map(({ name, search }) => (
              <MenuItem
                key={name}
                aria-current={search === current ? 'true' : undefined}
                onClick={() => onPick(search)}
              >
                {name}
              </MenuItem>
            ))}
            {views.length > 0 && <MenuDivider />}
            <MenuItem onClick={() => setEditing(true)}>
              <Trans>Save or remove views…</Trans>
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
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
    </>
  )
}

const useStyles = makeStyles({ button: { minWidth: '44px', minHeight: '44px' } })
