/** The fields in which two drafts differ. */
export function changedFields<Draft extends object>(one: Draft, other: Draft): (keyof Draft)[] {
  // Object.keys forgets that a draft's keys are known.
  const names = Object.keys(one) as (keyof Draft)[]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

/**
 * Puts together what two people made of one draft: what I changed stays mine, what only they
 * changed becomes theirs.
 */
export function mergedDraft<Draft extends object>(
  before: Draft,
  theirs: Draft,
  mine: Draft,
): Draft {
  const ours = changedFields(before, mine).map((name) => [name, mine[name]])
  return { ...theirs, ...Object.fromEntries(ours) }
}

/** Whether both changed the same field of one draft, each to something else. */
export function isContested<Draft extends object>(
  before: Draft,
  theirs: Draft,
  mine: Draft,
): boolean {
  const [ours, others] = [changedFields(before, mine), changedFields(before, theirs)]
  return changedFields(theirs, mine).some((name) => ours.includes(name) && others.includes(name))
}
