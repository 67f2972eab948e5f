import { EMAIL, normalEmail } from '#rules/email.ts'
import { isLongEnough, isStoredHash } from '#rules/password.ts'
import type { Database } from '../../database/database.ts'
import { countCustomers, isFull } from '../../people/permissions/store.ts'
import type { ImportedUser } from '../jobs/imported.ts'
import {
  COMMENT_NAMES,
  CREATED_NAMES,
  EMAIL_NAMES,
  GROUP_NAMES,
  PASSWORD_NAMES,
  TYPE_NAMES,
  USER_NAMES,
} from './columnNames.ts'
import { findGroup, type GroupName, selectGroupNames } from './groupNames.ts'
import { type Cells, type Fresh, once, type Reader, type Trouble } from './reader.ts'
import { readMoment } from './values.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

const MOST_LETTERS = 200
const MOST_COMMENT = 255

type Known = { groups: readonly GroupName[]; timeZone: string; now: number; usual: number }

/** Reads tables of users. */
export const users: Reader = {
  columns: {
    email: EMAIL_NAMES,
    username: USER_NAMES,
    password: PASSWORD_NAMES,
    group: GROUP_NAMES,
    type: TYPE_NAMES,
    createTime: CREATED_NAMES,
    comment: COMMENT_NAMES,
  },
  needed: ['email', 'username'],
  async open({ db, config, now }, scope) {
    const all = await selectGroupNames(db)
    // An admin's own group is the only one there is, and where none is named the one that is meant.
    const groups = scope ? all.filter(({ id }) => id === scope.groupId) : all
    const known = {
      groups,
      timeZone: await findTimeZone({ db, config }),
      now: now(),
      usual: scope?.groupId ?? 0,
    }
    const seen = new Set<string>()
    let customers = scope ? await countCustomers(db, scope.groupId) : 0
    return async (rows) => {
      const read = rows.map((cells) => readUser(cells, known, seen))
      const taken = await selectNames(
        db,
        read.flatMap((row) => ('label' in row ? [row.label] : [])),
      )
      return read.map((row) => {
        if ('problem' in row) return row
        if (taken.has(row.label)) return { column: 'email', problem: 'user exists' }
        if (scope && isFull(scope.limits, customers)) return { problem: 'customer limit' }
        customers += 1
        return row
      })
    }
  },
}

/** Which of these addresses somebody logs in with; with a group, which customers of it. */
export async function selectNames(
  db: Database,
  names: readonly string[],
  group?: number,
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom('user')
    .select('username')
    .where('username', 'in', names)
    .$if(group !== undefined, (people) =>
      people.where('groupId', '=', group!).where('type', '=', 'normal'),
    )
    .execute()
  return new Set(rows.map(({ username }) => username))
}

function readUser(cells: Cells, known: Known, seen: Set<string>): Fresh | Trouble {
  const { password = '', group = '', type = '', createTime = '', comment = '' } = cells
  const email = normalEmail(cells.email || cells.username || '')
  if (email === '') return { column: 'email', problem: 'missing' }
  if (!EMAIL.test(email) || email.length > MOST_LETTERS)
    return { column: 'email', problem: 'no email' }
  if (type !== '' && type !== 'normal') return { column: 'type', problem: 'admin' }
  if (password.length > MOST_LETTERS) return { column: 'password', problem: 'too long' }
  if (isStoredHash(password)) return { column: 'password', problem: 'stored hash' }
  if (password !== '' && !isLongEnough(password))
    return { column: 'password', problem: 'password too short' }
  if (comment.length > MOST_COMMENT) return { column: 'comment', problem: 'too long' }
  const found = findGroup(known.groups, group, known.usual)
  if (!found) return { column: 'group', problem: 'unknown group' }
  const time = createTime === '' ? null : readMoment(createTime, known.timeZone)
  if (time === undefined || (time ?? 0) > known.now)
    return { column: 'createTime', problem: 'bad date' }
  const twice = once(seen, email, 'email')
  if (twice) return twice
  const input: ImportedUser = {
    email,
    password: password === '' ? null : password,
    groupId: found.id,
    createTime: time,
    comment,
  }
  return { label: email, shown: { group: found.name, ...(comment && { comment }) }, input }
}
