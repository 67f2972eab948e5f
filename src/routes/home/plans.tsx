import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { withWords } from '#locales/withWords.ts'
import { Loading } from '#ui/Loading.tsx'

const Front = withWords('help', () => import('./-Front.tsx'))

export const Route = createFileRoute('/home/plans')({ component: PlansScreen })

function PlansScreen() {
  return (
    <Suspense fallback={<Loading count={3} />}>
      <Front />
    </Suspense>
  )
}
