import { expect, vi } from 'vitest'
import type { Body, Schema } from '#contract'
import { mainAdmin, type makeWorld } from './world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
export type Action = Schema<'JobAction'>
export type Selection = Schema<'JobSelection'>

export const JOB = '/api/admin/job'
export const ONE = '/api/admin/job/{jobId}'

/** A busy machine takes its time, ms. */
const WAIT = { timeout: 20_000 }

export const at = (jobId: number) => ({ params: { path: { jobId } } })

/** Starts a job. */
export async function begin(world: World, selection: Selection, action: Action, expected?: number) {
  const body: Body<'createJob'> = { selection, action, expected }
  return world.as(mainAdmin).POST(JOB, { body })
}

/** Waits until a job has ended. */
export async function ended(world: World, id: number) {
  return vi.waitFor(async () => {
    const { data } = await world.as(mainAdmin).GET(ONE, at(id))
    expect(['done', 'undone', 'cancelled']).toContain(data?.status)
    return data!
  }, WAIT)
}

/** Does something to many, to the end. */
export async function done(world: World, selection: Selection, action: Action) {
  const { data } = await begin(world, selection, action)
  return ended(world, data!.id)
}

/** Takes a job back, to the end. */
export async function undone(world: World, id: number) {
  await world.as(mainAdmin).POST('/api/admin/job/{jobId}/undo', at(id))
  return ended(world, id)
}
