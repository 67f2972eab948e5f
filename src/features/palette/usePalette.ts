import { useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer, OperationId } from '#contract'
import { SEARCH_DEBOUNCE_MS } from '#rules/timing.ts'
import { foundSections, pageChoices, recentChoices, type Section } from './choices.ts'
import { search } from './operations.ts'
import { recentPlaces } from './recent.ts'
import { subjectOf, useActionChoices } from './useActionChoices.ts'

/** The palette's lines for what is typed: commands, screens, and the server's results. */
export function usePalette(may: (id: OperationId) => boolean) {
  const { i18n } = useLingui()
  const queryClient = useQueryClient()
  const actions = useActionChoices(may)
  const [recent] = useState(recentPlaces)
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')

  const wanted = typed.trim()
  const action = actions.read(wanted)
  const subject = action ? subjectOf(action) : wanted
  useEffect(() => {
    if (subject === query) return
    const timer = setTimeout(() => setQuery(subject), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [subject, query])
  const { data, error, isPlaceholderData } = useQuery({
    ...search(query),
    enabled: query !== '' && may('search'),
    placeholderData: keepPreviousData,
  })
  const isBehind =
    may('search') && subject !== '' && (subject !== query || isPlaceholderData || (!data && !error))

  function sectionsOf(found: Answer<'search'> | undefined): Section[] {
    if (wanted === '')
      return [
        { key: 'recent', name: msg`Recent`, choices: recentChoices(recent) },
        { key: 'pages', name: msg`Screens`, choices: pageChoices('', may, i18n) },
      ].filter(({ choices }) => choices.length > 0)
    const orders = action && found ? actions.choicesOf(action, found) : []
    return [
      { key: 'actions', name: msg`Actions`, choices: orders },
      { key: 'pages', name: msg`Screens`, choices: pageChoices(wanted, may, i18n) },
      ...(found ? foundSections(found, i18n) : []),
    ].filter(({ choices }) => choices.length > 0)
  }

  /** The results for exactly what is typed, at once: for people who type fast and mean the first. */
  async function findNow(): Promise<Section[]> {
    if (subject === '' || !may('search')) return sectionsOf(undefined)
    setQuery(subject)
    return sectionsOf(await queryClient.fetchQuery(search(subject)))
  }

  return {
    typed,
    setTyped,
    sections: sectionsOf(query === '' || subject === '' ? undefined : data),
    isBehind,
    error,
    findNow,
    action,
  }
}
