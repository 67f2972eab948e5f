import { useQuery } from '@tanstack/react-query'
import { Notes } from './ReleaseNotes.tsx'
import { getOfferNotes } from './operations.ts'

/** What is new in a release that was found, since the one that runs. */
export default function OfferNotes({ id }: { id: string }) {
  const { data, error } = useQuery(getOfferNotes(id))
  return <Notes notes={data} isFailed={error !== null} />
}
