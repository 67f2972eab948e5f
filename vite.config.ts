import griffel from '@griffel/vite-plugin'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { makeGenerated } from './scripts/generated.mjs'
import { extractStyles } from './scripts/extract-styles.ts'
import { keepLicenses } from './scripts/licenses.ts'
import { inlineTokens } from './scripts/inline-tokens.ts'
import { markByRole } from './scripts/precache.ts'
import { TARGET } from './scripts/floor.ts'
import { preloadFirstScreen } from './scripts/preload.ts'
import { ROUTE_TREE } from './scripts/routeTree.ts'
import { listScreenFiles } from './scripts/screens.ts'
import { chunkName, stableNames } from './scripts/stableNames.ts'
import { compileStyles } from './scripts/styles.ts'
import { wordsByArea } from './scripts/words-by-area.ts'

makeGenerated()

export default defineConfig(({ command }) => ({
  plugins: [
    // A screen's loader travels with the screen, so that nothing it needs leaks into the first load.
    tanstackRouter({
      ...ROUTE_TREE,
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [
          ['loader', 'component'],
          ['errorComponent', 'notFoundComponent', 'pendingComponent'],
        ],
      },
    }),
    // Before the compiler, which renames what a message fills in.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    // Not what is read as text, which would lose what a file of types has.
    react({ compiler: true, exclude: [/\/node_modules\//, /[?&]raw$/] }),
    lingui({ failOnMissing: command === 'build' && process.env.MESSAGES !== 'draft' }),
    wordsByArea({ failOnMissing: command === 'build' && process.env.MESSAGES !== 'draft' }),
    // Styles are compiled ahead of time, which keeps their compiler out of the browser.
    ...(command === 'build'
      ? [compileStyles(griffel()), inlineTokens(), extractStyles()].flat()
      : []),
    keepLicenses('dist/.vite/licenses.json'),
    preloadFirstScreen(),
    stableNames(),
    listScreenFiles(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      // public/app.webmanifest is written by hand.
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg}', 'icon-192.png'],
        // The server sends it in the site's colour, or its icon.
        globIgnores: ['favicon.svg'],
        manifestTransforms: [markByRole],
        target: TARGET,
        buildPlugins: { vite: [keepLicenses('dist/.vite/licenses.json')] },
      },
    }),
  ],
  build: {
    target: TARGET,
    manifest: true,
    chunkSizeWarningLimit: 700,
    // The lists of what to preload would cost more than they save: the worker holds every file
    // after the first visit, and the router loads a screen on intent.
    modulePreload: {
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      // Fluent's styles read tokens and throw the result away once they are compiled.
      treeshake: { propertyReadSideEffects: false },
      output: {
        chunkFileNames: (chunk) => `assets/${chunkName(chunk)}-[hash].js`,
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/,
              priority: 30,
            },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|store|react-store)[\\/]/,
              priority: 20,
            },
            // What every address needs: the addresses by name, and what they read of their URL.
            { name: 'first', tags: ['$initial'], priority: 10 },
            // The rest of the first screen in one file: fewer round trips, better compressed.
            {
              name: 'login',
              test: /src[\\/]routes[\\/]home[\\/](route|login\.index)\.tsx\?/,
              priority: 5,
            },
            // What every screen behind the login needs: its frame and the cache of answers.
            {
              name: 'area',
              test: /src[\\/](features[\\/](session[\\/](AreaFrame|AreaError|AreaScreen|guard)|push[\\/]PushSync|messages[\\/]MessageSender)|device[\\/](cache|sharedStore)|api[\\/](paged|may)|ui[\\/](Page|Card|Loading|Empty|Amount|Moment|now)|rules[\\/](timing|flow|paging))\.|node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/](?!.*(queriesObserver|Queries))/,
              priority: 4,
            },
            // A customer's two first screens and the frame around them. What the second only needs stays outside.
            {
              name: 'customer',
              test: /src[\\/](routes[\\/]user[\\/](route\.tsx\?|(-useRenewal|-AccountDialogs|-Payment|-CheckNow)\.)|features[\\/]myAccounts[\\/](StatusNote|ActivationOverlay|AccountRing|ForecastLine|AccountActions|NoAccount|HealthyLine|chosenAccount|SupportLink|useUsage|now|accountStatus)\.|ui[\\/]UsageRing\.|rules[\\/]forecast\.)|@fluentui[\\/]react-link[\\/]|presets[\\/]Body1[\\/]/,
              includeDependenciesRecursively: false,
              priority: 2.5,
            },
            // The first of them alone; its rows are those of the settings.
            {
              name: 'home',
              test: /src[\\/](routes[\\/]user[\\/](\[index\]\.tsx\?|(-SettingsRow|-SupportCard|-RenewableCard|-AnswerLine)\.)|features[\\/](myAccounts[\\/](AccountCard|UsageCard)|notices[\\/](NoticesCard|categories))\.)/,
              includeDependenciesRecursively: false,
              priority: 2.5,
            },
            // What every list of the admin area needs.
            {
              name: 'list',
              test: /src[\\/](features[\\/]jobs[\\/]JobDesk|ui[\\/](InfiniteList|PagedList|listRow|SelectableRow|SelectionBar|SearchField|ViewTabs|selection))\./,
              priority: 3,
            },
            // Opened only where there is a WireGuard server, and then most of it one after the other.
            {
              name: 'wireguard',
              test: /src[\\/](features[\\/]wireguard[\\/].*\.tsx|rules[\\/]tunnelProfiles\.|device[\\/]platform\.)/,
              // Menus and the like stay where others find them without it.
              includeDependenciesRecursively: false,
              priority: 2.5,
            },
            // The same where such a server is set up and looked at, with the form of all servers.
            {
              name: 'tunnel',
              test: /src[\\/]features[\\/]servers[\\/](TunnelCard|TunnelFacts|TunnelJoined|TunnelCheckNote|tunnelStates|useTunnelCheck|draft)\./,
              includeDependenciesRecursively: false,
              priority: 2.5,
            },
            // The rows of accounts, and what is asked for them: of the first list that is opened.
            {
              name: 'accounts',
              test: /src[\\/](features[\\/]accounts[\\/](AccountRow|AccountColumns|rowStyles|Expiry)|routes[\\/]admin[\\/]account[\\/]-accountQuery)\./,
              includeDependenciesRecursively: false,
              priority: 2.5,
            },
            // What is beside an account, a user or a server on wide screens, and nowhere else.
            {
              name: 'beside',
              test: /src[\\/](routes[\\/]admin[\\/](user|account|server)[\\/](-UsersBeside|-AccountsBeside|-ServersBeside)|features[\\/](users|accounts|servers)[\\/](UserBesideRow|AccountBesideRow|ServerBesideRow)|ui[\\/]BesideHead)\./,
              includeDependenciesRecursively: false,
              priority: 2.5,
            },
            // What four areas have of it on every screen: the room for it.
            {
              name: 'sides',
              test: /src[\\/](routes[\\/]admin[\\/]-BesideArea|ui[\\/](ListBeside|besideRow|openRowStyle|sides))\./,
              includeDependenciesRecursively: false,
              priority: 2.5,
            },
            // What was shared to the console: few people ever do so.
            {
              name: 'shared',
              test: /src[\\/](device[\\/](shared|sharedStore)|features[\\/](messages[\\/](SharedLine|useShared)|session[\\/]whereShared))\./,
              includeDependenciesRecursively: false,
              priority: 2.5,
            },
            // What opens over a screen.
            { name: 'dialog', test: /src[\\/]ui[\\/](Sheet|ConfirmDialog)\./, priority: 2 },
            // Small things of many screens: a file for each would be a round trip for each.
            {
              name: 'parts',
              test: /src[\\/]ui[\\/](Copyable|Facts|Hidden|SelectField|StateMark|Swipe|UsageBar|QrCode|copy|closing)\.|@fluentui[\\/]react-(icons|text|motion|progress|context-selector|utilities|shared-contexts)[\\/]/,
              minShareCount: 6,
              priority: 3.5,
            },
            // What only visitors' forms, the desk or a server's form need is left out: customers do not
            // read it.
            {
              name: 'calls',
              test: /src[\\/](rules(?![\\/](webSocket|serverNames)\.)|device|api|features[\\/](myAccounts|checkout|orders(?![\\/](filter|names|counts|messages)\.)|notices|messages|flow|session(?![\\/](draft|messages)\.)|push|servers(?![\\/]trojanDraft\.)|subscriptions|wireguard))[\\/].*\.ts$/,
              minShareCount: 3,
              maxModuleSize: 8_000,
              priority: 1,
            },
            {
              name: 'desk',
              // What only users' lists say is left out: the list of accounts is read without it.
              test: /src[\\/]features[\\/](?!users[\\/]names|servers[\\/]trojanDraft\.|.*[\\/]useLimitWords).*\.ts$/,
              minShareCount: 3,
              maxModuleSize: 8_000,
              priority: 0.5,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:8080' } },
}))
