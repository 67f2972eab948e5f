type Named = { id: number; name: string }

/** The plans that a table means by a name, else the one it means by a number. */
export function plansNamed<Plan extends Named>(plans: readonly Plan[], text: string): Plan[] {
  const named = plans.filter(({ name }) => name === text)
  return named.length > 0 ? named : plans.filter(({ id }) => id > 0 && String(id) === text)
}

/** What an import takes for one plan: its name, and that of the plan it is a flow pack for. */
export const planKey = (name: string, base: string | null): string => JSON.stringify([base, name])
