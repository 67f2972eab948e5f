import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** What kept something from being undone and may have passed by now: someone else had its place. */
const PASSING = ['port taken', 'port exists', 'name taken', 'plan exists', 'base gone', 'in use']

/** Of what is kept, what an undo could not restore and a later one may. */
export const isLeft = (eb: ExpressionBuilder<Tables, 'jobItem'>) =>
  eb.and([
    eb('jobItem.status', '=', 'failed'),
    eb('jobItem.before', 'is not', null),
    eb('jobItem.error', 'in', PASSING),
  ])

/** How much of a job is left like that. */
export const leftOf = (eb: ExpressionBuilder<Tables, 'job'>) =>
  eb
    .selectFrom('jobItem')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .whereRef('jobItem.jobId', '=', 'job.id')
    .where(isLeft)
    .as('left')
