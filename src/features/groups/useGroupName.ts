import { useQuery } from '@tanstack/react-query'
import { listGroups } from './operations.ts'

/** What a group is called, or its number where nobody can say; undefined while it is being asked for. */
export function useGroupName(group: number): string | undefined {
  const { data, isPending } = useQuery(listGroups())
  if (isPending) return undefined
  return data?.find(({ id }) => id === group)?.name ?? `#${group}`
}
