import type { MessageDescriptor } from '@lingui/core'
import { type FormEvent, useState } from 'react'
import { changedFields, mergedDraft } from './merge.ts'

/** What is wrong with a draft, field by field. No key, no problem. */
export type Problems<Draft> = { [Name in keyof Draft]?: MessageDescriptor }

/**
 * The state of a form: the draft as typed, and what `check` has against it.
 *
 * Problems stay hidden until the first attempt to submit, then follow the typing. When `initial`
 * changes, because a newer answer has arrived, fields that were not touched follow it.
 */
export function useDraft<Draft extends object>(
  initial: Draft,
  check: (draft: Draft) => Problems<Draft>,
) {
  const [draft, setDraft] = useState(initial)
  const [begun, setBegun] = useState(initial)
  if (begun !== initial && changedFields(begun, initial).length > 0) {
    setBegun(initial)
    setDraft(mergedDraft(begun, initial, draft))
  }
  const [tried, setTried] = useState(false)
  const problems: Problems<Draft> = tried ? check(draft) : {}

  return {
    draft,
    /** Changes some fields at once. */
    change: (fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields })),
    /** Spread into an input of `#ui`: value, onChange and problem of one field. */
    field: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      problem: problems[name],
      onChange: (value: Draft[Name]) => setDraft((before) => ({ ...before, [name]: value })),
    }),
    /** Makes a submit handler that sends the draft once nothing is wrong with it. */
    submit: (send: (draft: Draft) => void) => (event: FormEvent) => {
      event.preventDefault()
      setTried(true)
      if (Object.keys(check(draft)).length === 0) send(draft)
      else focusFirstProblem(event.currentTarget)
    },
  }
}

type Field<Value> = {
  value: Value
  problem: MessageDescriptor | undefined
  onChange: (value: Value) => void
}

/** A field that shows why the server refused it, until something else is typed. */
export const withRefusal = <Value>(
  field: Field<Value>,
  refusal: MessageDescriptor | false,
  forget: () => void,
): Field<Value> => ({
  ...field,
  problem: field.problem ?? (refusal || undefined),
  onChange: (value) => {
    if (refusal) forget()
    field.onChange(value)
  },
})

/** Focuses the first invalid field. */
function focusFirstProblem(form: EventTarget) {
  requestAnimationFrame(() => {
    if (form instanceof HTMLElement)
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
