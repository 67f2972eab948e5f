import { DarkTheme24Regular, LocalLanguage24Regular, SignOut24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, startTransition, Suspense, useEffect, useState } from 'react'
import { useReach } from '#api/reachability.ts'
import { choose, useChoices } from '#device/choices.ts'
import { preloadOnceQuiet } from '#device/quiet.ts'
import { useBrand } from '#device/brand.ts'
import { Frame } from '#ui/Frame.tsx'
import type { NavItem } from '#ui/NavList.tsx'
import { useLogOut } from './useLogOut.tsx'

const LanguageDialog = lazy(() => import('./LanguageDialog.tsx'))
const loadMenu = () => import('#ui/MenuDrawer.tsx')
const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const

/** The frame of an area behind the login, with language, appearance and logout at its foot. */
export function AreaFrame({
  items,
  bottom,
  hasDrawer,
  above,
  children,
}: {
  items: NavItem[]
  bottom: NavItem[]
  hasDrawer?: boolean
  /** A bar over every screen. */
  above?: ReactNode
  children: ReactNode
}) {
  const { t } = useLingui()
  const { navigation, appearance = 'system' } = useChoices()
  const [choosing, setChoosing] = useState(false)
  const { requestLogout, question } = useLogOut()
  useEffect(() => {
    // A slow phone takes as long to load the menu as to draw it.
    if (hasDrawer) preloadOnceQuiet(loadMenu)
  }, [hasDrawer])
  const looks = {
    system: t`Appearance: system default`,
    light: t`Appearance: light`,
    dark: t`Appearance: dark`,
  }
  const foot: NavItem[] = [
    {
      label: t`Language`,
      icon: <LocalLanguage24Regular />,
      onClick: () => startTransition(() => setChoosing(true)),
    },
    {
      label: looks[appearance],
      icon: <DarkTheme24Regular />,
      onClick: () => choose({ appearance: NEXT[appearance] }),
    },
    { label: t`Log out`, icon: <SignOut24Regular />, onClick: requestLogout },
  ]
  return (
    <Frame
      brand={useBrand()}
      items={items}
      foot={foot}
      bottom={bottom}
      hasDrawer={hasDrawer}
      unreachable={!useReach()}
      above={above}
      narrow={navigation && navigation === 'narrow'}
      onNarrow={(narrow) => choose({ navigation: narrow ? 'narrow' : 'wide' })}
    >
      {children}
      {question}
      {/* There before it is opened: see ui/Frame.tsx. */}
      <Suspense>{choosing && <LanguageDialog onClose={() => setChoosing(false)} />}</Suspense>
    </Frame>
  )
}
