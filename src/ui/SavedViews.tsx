import { Button, makeStyles } from '@fluentui/react-components'
import { Bookmark20Filled, Bookmark20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'

// Menus are as large as a whole list; theirs is loaded on intent.
const loadMenu = () => import('./SavedViewsMenu.tsx')
const SavedViewsMenu = lazy(loadMenu)

type View = { name: string; search: string }

type Props = {
  views: readonly View[]
  /** What the list shows now, written as the views are. */
  current: string
  onPick: (search: string) => void
  onChange: (views: readonly View[]) => void
}

/** Filters that were given a name: applied in one tap, and saved or removed in a sheet. */
export function SavedViews(props: Props) {
  const { views, current } = props
  const styles = useStyles()
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const shown = views.find(({ search }) => search === current)
  const button = {
    size: 'large',
    className: styles.button,
    icon: shown ? <Bookmark20Filled /> : <Bookmark20Regular />,
    'aria-label': t`Saved views`,
  } as const
  const closed = (
    <Button
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu().catch(() => undefined)}
      onClick={() => setOpened(true)}
    />
  )
  if (!opened) return closed
  return (
    <Suspense fallback={closed}>
      <SavedViewsMenu {...props} button={button} />
    </Suspense>
  )
}

const useStyles = makeStyles({ button: { minWidth: '44px', minHeight: '44px' } })
