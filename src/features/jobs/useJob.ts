import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { outdate } from '#api/outdate.ts'
import { getJob } from './operations.ts'

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
      void outdate(queryClient, 'createJob')
    if (status !== undefined) was.current = status
  }, [status, working, queryClient])
  return { ...job, working }
}
