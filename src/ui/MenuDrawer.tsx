import {
  Button,
  Drawer,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
} from '@fluentui/react-components'
import { Dismiss24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { SiteName } from './SiteName.tsx'
import { type NavItem, NavList } from './NavList.tsx'
import { usePageShownAgain } from './pageShownAgain.ts'

type Props = {
  brand: ComponentProps<typeof SiteName>['brand']
  items: NavItem[]
  foot: NavItem[]
  onClose: () => void
}

/** The menu of an area on a phone, opened from the top bar. */
export default function MenuDrawer({ brand, items, foot, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  usePageShownAgain()
  return (
    <Drawer
      type="overlay"
      position="start"
      open
      onOpenChange={(_event, { open }) => {
        if (!open) onClose()
      }}
      className={styles.drawer}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              appearance="subtle"
              aria-label={t`Close`}
              icon={<Dismiss24Regular />}
              onClick={onClose}
            />
          }
        >
          <span className={styles.site}>
            <SiteName brand={brand} size={28}>
              {brand.name}
            </SiteName>
          </span>
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <NavList items={items} onGo={onClose} />
        <NavList items={foot} onGo={onClose} />
      </DrawerBody>
    </Drawer>
  )
}

const useStyles = makeStyles({
  drawer: { maxWidth: '300px', width: '84vw' },
  site: { display: 'flex', alignItems: 'center', gap: '12px' },
})
