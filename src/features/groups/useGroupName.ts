import { useQuery } from '@tanstack/react-query'
import { listGroups } from './operations.ts'

/** The name of a group, or its id where the name is unknown; undefined while loading. */
export function useGroupName(group: number): string | undefined {
  const { data, isPending } = useQuery(listGroups())
  if (isPending) return undefined
  return data?.find(({ id }) => id === group)?.name ?? `#${group}`
}
