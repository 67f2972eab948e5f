import { useCallback, useState } from 'react'
import { useEscape } from './escape.ts'

/** Which rows of a list are chosen: some by id, or all that match. */
export type Selection = {
  /** Rows are being chosen, though maybe none is yet. */
  active: boolean
  /** All that match, loaded or not. */
  all: boolean
  ids: ReadonlySet<number>
  has: (id: number) => boolean
  /** Begins choosing, with one row or none. */
  start: (id?: number) => void
  /**
   * Chooses a row or lets it go. `shown` are all rows in their order; with `reach` all rows from
   * the one before to this one are chosen.
   */
  toggle: (id: number, shown: readonly number[], reach: boolean) => void
  /** Chooses these rows, or lets go of all. */
  choose: (ids: readonly number[]) => void
  selectAll: () => void
  end: () => void
}

type State = { active: boolean; all: boolean; ids: ReadonlySet<number>; anchor?: number }

const NONE: State = { active: false, all: false, ids: new Set() }

/**
 * The rows chosen in a list; Escape ends choosing.
 *
 * `of` names what the list shows. When it changes, single rows stay chosen, so that they can be
 * gathered by several searches; "all that match" does not, as it would be others.
 */
export function useSelection(of: string): Selection {
  const [state, setState] = useState(NONE)
  const [known, setKnown] = useState(of)
  if (known !== of) {
    setKnown(of)
    if (state.all) setState({ ...NONE, active: true })
  }
  const { active, all, ids } = state
  const end = useCallback(() => setState(NONE), [])
  useEscape(active ? end : undefined)
  return {
    active,
    all,
    ids,
    has: (id) => all || ids.has(id),
    start: (id) =>
      setState({ ...NONE, active: true, ids: new Set(id === undefined ? [] : [id]), anchor: id }),
    toggle: (id, shown, reach) => setState((before) => toggled(before, id, shown, reach)),
    choose: (chosen) => setState({ ...NONE, active: true, ids: new Set(chosen) }),
    selectAll: () => setState({ ...NONE, active: true, all: true }),
    end,
  }
}

function toggled(before: State, id: number, shown: readonly number[], reach: boolean): State {
  // One taken out of "all" leaves the others that are on screen.
  const ids = new Set(before.all ? shown : before.ids)
  const from = shown.indexOf(before.anchor ?? -1)
  const to = shown.indexOf(id)
  if (reach && from >= 0 && to >= 0)
    for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) ids.add(one)
  else if (!ids.delete(id)) ids.add(id)
  return { active: true, all: false, ids, anchor: id }
}
