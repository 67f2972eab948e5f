import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { withWords } from '#locales/withWords.ts'
import { Loading } from '#ui/Loading.tsx'

const Restore = withWords<{ token: string }>('restore', () => import('./-Restore.tsx'))

export const Route = createFileRoute('/home/setup/$token_/restore')({ component: RestoreRoute })

function RestoreRoute() {
  const { token } = Route.useParams()
  return (
    <Suspense fallback={<Loading count={3} />}>
      <Restore token={token} />
    </Suspense>
  )
}
