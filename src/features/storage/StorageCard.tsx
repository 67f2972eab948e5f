import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#ui/Card.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getStorage } from './operations.ts'

/** Warns that the server is out of room, or will be; nothing while there is enough. */
export function StorageCard() {
  const { t } = useLingui()
  const { data } = useQuery(getStorage())
  if (!data || data.state === 'ok') return null
  const words = {
    low: t`The server has little disk space left. Free some soon: once it is full, nothing can be saved.`,
    full: t`The server has no disk space left. Everything can still be read, but nothing can be saved, payments included. Free some space on the server now.`,
    'not writable': t`The server cannot write to its database. Everything can still be read, but nothing can be saved, payments included. Check the disk and its permissions on the server now.`,
  }
  return (
    <Card title={t`Disk space`}>
      <Problem>{words[data.state]}</Problem>
    </Card>
  )
}
