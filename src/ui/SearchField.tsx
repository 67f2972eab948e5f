import { makeStyles, SearchBox } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '#rules/timing.ts'
import { useShortcut } from './shortcut.ts'

type Props = {
  /** What is searched, for screen readers. */
  label: string
  /** What is being searched for now. */
  value: string
  onChange: (value: string) => void
  placeholder?: string
}

/** Searches once typing rests; the key `/` leads here, Escape empties it. Spec 9. */
export function SearchField({ label, value, onChange, placeholder }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Cleared or set from elsewhere, as by the way back.
  if (known !== value) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }

  useEffect(() => {
    const search = typed.trim()
    if (search === value) return
    const timer = setTimeout(() => onChange(search), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])

  useShortcut('/', () => {
    field.current?.focus()
    field.current?.select()
  })

  const now = (search: string) => {
    setTyped(search)
    if (search.trim() !== value) onChange(search.trim())
  }
  return (
    <search className={styles.search}>
      <SearchBox
        ref={field}
        size="large"
        className={styles.box}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        dismiss={{ 'aria-label': t`Clear the search` }}
        // The cross sends an empty text, which is meant at once.
        onChange={(_event, data) => (data.value === '' ? now('') : setTyped(data.value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') now(typed)
          if (event.key === 'Escape' && typed !== '') {
            event.preventDefault()
            now('')
          }
        }}
      />
    </search>
  )
}

const useStyles = makeStyles({
  // As high as its field, also where rows are stacked.
  search: { flexGrow: 1, minWidth: 0, maxWidth: '480px', maxHeight: 'max-content' },
  box: { width: '100%', maxWidth: 'none', minHeight: '44px' },
})
