import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OperationId } from '#contract'
import { getJob } from './operations.ts'

/** What work on many may have changed. */
const OUTDATES: readonly OperationId[] = [
  'listAccounts',
  'countAccounts',
  'listAllAccounts',
  'listUnassignedAccounts',
  'getAccount',
  'listUsers',
  'getUser',
  'getUserCounts',
  'listRecentSignUps',
  'listRecentLogins',
  'listGroups',
  'listOrders',
  'getOrder',
  'getGroup',
  'listNotices',
  'getNotice',
  'listArticles',
  'listArticleCategories',
  'getArticle',
  'listJobs',
  'getServerUse',
]

/** A job, watched until it ends; what it may have changed is then refetched. */
export function useJob(jobId: number) {
  const queryClient = useQueryClient()
  const job = useQuery(getJob(jobId))
  const status = job.data?.status
  const working = status === 'running' || status === 'undoing'
  const was = useRef<string>(undefined)
  useEffect(() => {
    // By the state and not by its end: for a few, a job or its undoing is over before anybody looks.
    if (status !== undefined && !working && was.current !== status)
      for (const id of OUTDATES) void queryClient.invalidateQueries({ queryKey: [id] })
    if (status !== undefined) was.current = status
  }, [status, working, queryClient])
  return { ...job, working }
}
