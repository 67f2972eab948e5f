import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AppTheme } from '#ui/AppTheme.tsx'
import { PagedList } from '#ui/PagedList.tsx'
import { useSelection } from '#ui/selection.ts'

type Numbered = { id: number }

const PAGE = 20
const pageOf = (page: number): Numbered[] =>
  Array.from({ length: PAGE }, (_, at) => ({ id: page * PAGE + at }))
const draws = new Map<number, number>()

function CountedRow({ id }: Numbered) {
  'use no memo'
  draws.set(id, (draws.get(id) ?? 0) + 1)
  return <a href={`#${id}`}>{`Row ${id}`}</a>
}

/** A list as screens have them, whose rows can be chosen. */
function Rows({ load }: { load: (page: number) => Promise<Numbered[]> }) {
  const selection = useSelection('rows')
  const list = useInfiniteQuery({
    queryKey: ['listUsers', 'rows'],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 0,
    getNextPageParam: (_last, _all, page) => (page < 1 ? page + 1 : undefined),
  })
  return (
    <PagedList
      label="Rows"
      list={list}
      pageOf={(rows) => ({ rows, total: 2 * PAGE })}
      keyOf={({ id }) => id}
      explain={({ message }) => ({ id: message })}
      empty="None"
      choice={{ selection, idOf: ({ id }) => id, labelOf: ({ id }) => `Select ${id}` }}
    >
      {({ id }) => <CountedRow id={id} />}
    </PagedList>
  )
}

test('the rows of a list are not drawn again when the next page comes', async () => {
  const i18n = setupI18n()
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  const second = Promise.withResolvers<Numbered[]>()
  const load = vi.fn(async (page: number) => (page === 0 ? pageOf(0) : second.promise))
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Rows load={load} /> }),
    history: createMemoryHistory(),
  })
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={i18n}>
        <AppTheme colour="blue" appearance="light" lang="en-US">
          <RouterProvider router={router as never} />
        </AppTheme>
      </I18nProvider>
    </QueryClientProvider>,
  )
  const list = screen.getByRole('list', { name: 'Rows' })
  // All that fits the screen is drawn, and the next page is asked for.
  await expect.element(screen.getByRole('link', { name: 'Row 12' })).toBeInTheDocument()
  await vi.waitFor(() => expect(load).toHaveBeenCalledWith(1))
  await expect.element(list).toHaveAttribute('aria-busy', 'true')
  const before = new Map(draws)
  second.resolve(pageOf(1))
  await expect.element(list).toHaveAttribute('aria-busy', 'false')
  expect(before.size).toBeGreaterThan(12)
  for (const [id, count] of before) expect(`${id}: ${draws.get(id)}`).toBe(`${id}: ${count}`)
  // It has come.
  scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(screen.getByRole('link', { name: 'Row 39' })).toBeInTheDocument()
})
