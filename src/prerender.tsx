import {
  createDOMRenderer,
  RendererProvider,
  renderToStyleElements,
} from '@fluentui/react-components'
import type { Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { storeStatus } from '#device/status.ts'
import { LoginForm } from '#features/session/LoginForm.tsx'
import { VisitorFrame } from '#features/session/VisitorFrame.tsx'
import { i18n, LANGUAGES, type Language } from '#locales/activate.ts'
import { DEFAULT_COLOUR, PALETTE, type ThemeColour } from '#rules/theme.ts'
import { AppTheme } from '#ui/AppTheme.tsx'
import { themeOf } from '#ui/theme.ts'

const words = import.meta.glob<{ messages: Messages }>('./locales/*.po', { eager: true })

/** The placeholder for the site's name. */
const NAME = '%name%'

/** The login as markup per language, without and with a link to the help articles, and its styles. */
export function drawLogin() {
  const renderer = createDOMRenderer(undefined)
  const html = LANGUAGES.map((language) => ({
    language,
    pages: [false, true].map((help) => draw(language, help, renderer)),
  }))
  return { html, css: plain(renderToStaticMarkup(<>{renderToStyleElements(renderer)}</>)) }
}

/** The themes' values that a sheet reads: per colour, light and dark, and fonts. */
export function valuesFor(css: string) {
  const read = new Set([...css.matchAll(/var\(--(\w+)/g)].map(([, name]) => name))
  const values = (colour: ThemeColour, dark: boolean) =>
    Object.entries(themeOf(colour, dark))
      .filter(([name]) => read.has(name) && name !== 'fontFamilyBase')
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')
  const colours = Object.keys(PALETTE) as ThemeColour[]
  return {
    themes: Object.fromEntries(
      colours.map((colour) => [
        colour,
        { light: values(colour, false), dark: values(colour, true) },
      ]),
    ),
    fonts: Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        themeOf(DEFAULT_COLOUR, false, language).fontFamilyBase,
      ]),
    ),
  }
}

function draw(language: Language, help: boolean, renderer: ReturnType<typeof createDOMRenderer>) {
  const catalog = words[`./locales/${language}.po`]
  if (!catalog) throw new Error(`no words in ${language}`)
  i18n.loadAndActivate({ locale: language, messages: catalog.messages })
  storeStatus({ title: NAME, help, front: true } as Parameters<typeof storeStatus>[0])
  const history = createMemoryHistory({ initialEntries: ['/home/login'] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <RendererProvider renderer={renderer} targetDocument={undefined}>
        <RouterContextProvider router={router}>
          <AppTheme colour="blue" appearance="system" lang={language}>
            <VisitorFrame>
              <LoginForm />
            </VisitorFrame>
          </AppTheme>
        </RouterContextProvider>
      </RendererProvider>
    </I18nProvider>,
  )
  // The theme's own sheet: the server writes the few values that are read.
  return markup.replace(/<style[^>]*>.*?<\/style>/s, '')
}

/** The sheets one after the other, without their tags. */
const plain = (sheets: string) => sheets.replace(/<\/?style[^>]*>/g, '')
