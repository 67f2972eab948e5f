import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentProps, lazy, Suspense, useState } from 'react'

const SavedViewsSheet = lazy(() => import('./SavedViewsSheet.tsx'))

type View = { name: string; search: string }

type Props = {
  views: readonly View[]
  /** What the list shows now, written as the views are. */
  current: string
  /** How the button looks that this takes the place of. */
  button: ComponentProps<typeof Button>
  onPick: (search: string) => void
  onChange: (views: readonly View[]) => void
}

/** The views that were given a name, opened at once. */
export default function SavedViewsMenu({ views, current, button, onPick, onChange }: Props) {
  const { t } = useLingui()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Menu defaultOpen>
        <MenuTrigger disableButtonEnhancement>
          <Button {...button} />
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
