import { DarkTheme24Regular, LocalLanguage24Regular, SignOut24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useState,
} from 'react'
import { useReach } from '#api/reachability.ts'
import { choose, useChoices } from '#device/choices.ts'
import { useBrand } from '#device/brand.ts'
import { Frame } from '#ui/Frame.tsx'
import type { NavItem } from '#ui/NavList.tsx'
import { useLogOut } from './useLogOut.tsx'

const LanguageDialog = lazy(() => import('./LanguageDialog.tsx'))
const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const

/** The frame of an area behind the login, with language, appearance and logout at its foot. */
export function AreaFrame({
  items,
  bottom,
  drawer,
  above,
  children,
}: {
  items: NavItem[]
  bottom: NavItem[]
  /** The menu of a phone, where an area has one. */
  drawer?: ComponentProps<typeof Frame>['drawer']
  /** A bar over every screen. */
  above?: ReactNode
  children: ReactNode
}) {
  const { t } = useLingui()
  const { navigation, appearance = 'system' } = useChoices()
  const [choosing, setChoosing] = useState(false)
  const { requestLogout, question } = useLogOut()
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
      drawer={drawer}
      unreachable={!useReach()}
      above={above}
      narrow={navigation && navigation === 'narrow'}
      onNarrow={(narrow) => choose({ navigation: narrow ? 'narrow' : 'wide' })}
    >
      {children}
      {question}
      {/* There before it is opened: React shows what a new one waits for 300 ms later at the earliest. */}
      <Suspense>{choosing && <LanguageDialog onClose={() => setChoosing(false)} />}</Suspense>
    </Frame>
  )
}
