import { FluentProvider, makeStyles, type Theme, tokens } from '@fluentui/react-components'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { directionOf } from '#rules/direction.ts'
import { browserColour, DEFAULT_COLOUR, type ThemeColour } from '#rules/theme.ts'
import { useMedia } from './media.ts'
import { DARK_FRAME, themeOf } from './theme.ts'

type Props = {
  colour: ThemeColour
  appearance: 'system' | 'light' | 'dark'
  lang: string
  children: ReactNode
}

/** The theme in use, for what is drawn without CSS. */
export const CurrentTheme = createContext<Theme | null>(null)

/** Gives everything within it the site's look, and the browser's frame with it. */
export function AppTheme({ colour, appearance, lang, children }: Props) {
  const styles = useStyles()
  const systemDark = useMedia('(prefers-color-scheme: dark)')
  const dark = appearance === 'system' ? systemDark : appearance === 'dark'
  const direction = directionOf(lang)
  const theme = useMemo(() => themeOf(colour, dark, lang), [colour, dark, lang])
  useEffect(() => {
    document.documentElement.style.backgroundColor = theme.colorNeutralBackground2
    setMeta('color-scheme', appearance === 'system' ? 'light dark' : appearance)
    setMeta('theme-color', dark ? DARK_FRAME : browserColour(colour))
  }, [appearance, dark, theme, colour])
  useEffect(() => {
    const page = document.documentElement
    if ((page.dir || 'ltr') !== direction) page.dir = direction
  }, [direction])
  return (
    <CurrentTheme value={theme}>
      <FluentProvider theme={theme} dir={direction}>
        {/* A class on the provider itself would be handed on to menus and dialogs. */}
        <div className={styles.page}>{children}</div>
      </FluentProvider>
    </CurrentTheme>
  )
}

/** The theme in use, its colours as plain values; light blue outside of any. */
export function useAppTheme(): Theme {
  const theme = useContext(CurrentTheme)
  return useMemo(() => theme ?? themeOf(DEFAULT_COLOUR, false), [theme])
}

/** Writes only what differs: the same scheme, written again, would restyle every element. */
function setMeta(name: string, content: string) {
  const found = document.querySelector(`meta[name="${name}"]`)
  if (found?.getAttribute('content') === content) return
  const meta = found ?? document.head.appendChild(document.createElement('meta'))
  meta.setAttribute('name', name)
  meta.setAttribute('content', content)
}

const useStyles = makeStyles({
  page: {
    minHeight: '100dvh',
    backgroundColor: tokens.colorNeutralBackground2,
    fontVariantNumeric: 'tabular-nums',
  },
})
