import type { Insertable } from 'kysely'
import type { UserTable } from '../../database/tables.ts'
import type { Draft } from './kinds.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const FAMILIES =
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu lin guo he gao luo ' +
  'zheng liang xie song tang deng tanaka suzuki sato ivanov petrov smith miller kim'
const GIVEN =
  'wei fang na min jing lei jun yang yong yan jie juan tao ming chao xia ping gang hui ' +
  'xin yu hao lan bo kenji yuki olga ivan anna peter maria leo'
const SPELLINGS = [
  (given: string, family: string) => `${given}.${family}`,
  (given: string, family: string) => `${family}${given}`,
  (given: string, family: string) => `${given}_${family.slice(0, 1)}`,
  (given: string, family: string) => `${given}${family.slice(0, 1)}`,
] as const

const families = FAMILIES.split(' ')
const given = GIVEN.split(' ')

/** Generates customers, each with a unique address. */
export function startPeople(shop: Shop, random: Random, now: number) {
  const taken = new Map<string, number>()
  // Most people have chosen no group, which is group 0.
  const [company = 0, regular = 0] = shop.groups
  const groups = [
    { share: 86, id: 0 },
    { share: 5, id: company },
    { share: 9, id: regular },
  ]

  function email(): string {
    const name = random.pick(SPELLINGS)(random.pick(given), random.pick(families))
    const before = taken.get(name) ?? 0
    // Numbers as people choose them: a year, or a remainder.
    const step = before === 0 && random.chance(0.4) ? 0 : random.whole(1, 9)
    taken.set(name, before + step + 1)
    const number = before + step
    return `${name}${number === 0 ? '' : number}@example.com`
  }

  /** The customer an account was opened for, shortly before. */
  return function customer(draft: Draft): Insertable<UserTable> {
    const address = email()
    const createTime = draft.createTime - Math.round(random.between(2 * MINUTE_MS, 40 * MINUTE_MS))
    const isOver = draft.expireTime !== null && draft.expireTime < now
    const away =
      random.next() ** 4 * (isOver ? 60 : 12) * DAY_MS + random.between(0, 90 * MINUTE_MS)
    return {
      username: address,
      email: address,
      // Not a valid hash: logging in is impossible.
      passwordHash: '',
      type: 'normal',
      groupId: random.share(groups).id,
      comment: random.chance(0.04) ? random.pick(COMMENTS) : '',
      telegram: null,
      createTime,
      lastLogin: Math.round(Math.max(createTime, now - away)),
    }
  }
}

const COMMENTS = [
  '已电话确认',
  '推荐人：wei.chen',
  '开具发票',
  '多次咨询线路',
  '春节前续费',
] as const
