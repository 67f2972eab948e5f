import { EMAIL, normalEmail } from '#rules/email.ts'
import { isLongEnough } from '#rules/password.ts'
import type { Database } from '../../database/database.ts'
import type { ImportedUser } from '../jobs/imported.ts'
import { type Cells, type Fresh, once, type Reader, type Trouble } from './reader.ts'
import { readMoment } from './values.ts'

const MOST_LETTERS = 200
const MOST_COMMENT = 255

type Group = { id: number; name: string }
type Known = { groups: readonly Group[]; timeZone: string; now: number }

/** Reads tables of users. */
export const users: Reader = {
  columns: {
    email: ['e-mail', 'mail', '邮箱', '电子邮箱'],
    username: ['user', 'user name', '用户', '用户名'],
    password: ['密码'],
    group: ['用户组', '分组'],
    type: ['类型'],
    createTime: ['created', 'created_at', '注册时间', '创建时间'],
    comment: ['remark', '备注'],
  },
  needed: ['email', 'username'],
  async open({ db, config, now }) {
    const groups = await db.selectFrom('userGroup').select(['id', 'name']).execute()
    const known = { groups, timeZone: config.timeZone, now: now() }
    const seen = new Set<string>()
    return async (rows) => {
      const read = rows.map((cells) => readUser(cells, known, seen))
      const taken = await selectNames(
        db,
        read.flatMap((row) => ('label' in row ? [row.label] : [])),
      )
      return read.map((row) =>
        'label' in row && taken.has(row.label) ? { column: 'email', problem: 'user exists' } : row,
      )
    }
  },
}

/** Which of these addresses somebody logs in with. */
export async function selectNames(db: Database, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom('user')
    .select('username')
    .where('username', 'in', names)
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
  if (password !== '' && !isLongEnough(password))
    return { column: 'password', problem: 'password too short' }
  if (comment.length > MOST_COMMENT) return { column: 'comment', problem: 'too long' }
  const found = findGroup(known.groups, group)
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
  return { label: email, shown: { group: found.name }, input }
}

/** By name, else by id; nothing is the default group. */
function findGroup(groups: readonly Group[], text: string): Group | undefined {
  if (text === '') return groups.find(({ id }) => id === 0)
  return groups.find(({ name }) => name === text) ?? groups.find(({ id }) => String(id) === text)
}
