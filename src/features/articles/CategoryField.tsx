import { Field, Input } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#rules/timing.ts'
import { listArticleCategories } from './operations.ts'

type Props = { value: string; onChange: (value: string) => void }

/** The category of an article: a new one, or one of those there are. */
export function CategoryField({ value, onChange }: Props) {
  const { t } = useLingui()
  const list = useId()
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(value.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  const { data: categories = [] } = useQuery(listArticleCategories(query))
  return (
    <Field label={t`Category`} hint={t`Articles of one category are shown together.`}>
      <Input
        size="large"
        value={value}
        maxLength={100}
        autoComplete="off"
        input={{ list }}
        contentAfter={
          <datalist id={list}>
            {categories.map((category) => (
              <option key={category} value={category}>
                {category}
              </option>
            ))}
          </datalist>
        }
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  )
}
