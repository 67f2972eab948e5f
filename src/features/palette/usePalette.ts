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

/** What the palette offers for what is typed: orders, screens, and what the server finds. */
export function usePalette(may: (id: OperationId) => boolean) {
  const { i18n } = useLingui()
  const queryClient = useQueryClient()
  const actions = useActionChoices(may)
  const [recent] = useState(recentPlaces)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')

  const wanted = typed.trim()
  const action = actions.read(wanted)
  const subject = action ? subjectOf(action) : wanted
  useEffect(() => {
    if (subject === asked) return
    const timer = setTimeout(() => setAsked(subject), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [subject, asked])
  const { data, error, isPlaceholderData } = useQuery({
    ...search(asked),
    enabled: asked !== '' && may('search'),
    placeholderData: keepPreviousData,
  })
  const isBehind =
    may('search') && subject !== '' && (subject !== asked || isPlaceholderData || (!data && !error))

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

  /** What is found for exactly what is typed, at once: for somebody who types fast and means the first. */
  async function findNow(): Promise<Section[]> {
    if (subject === '' || !may('search')) return sectionsOf(undefined)
    setAsked(subject)
    return sectionsOf(await queryClient.fetchQuery(search(subject)))
  }

  return {
    typed,
    setTyped,
    sections: sectionsOf(asked === '' || subject === '' ? undefined : data),
    isBehind,
    error,
    findNow,
    action,
  }
}
