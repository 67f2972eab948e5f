import { del, get, set } from 'idb-keyval'
import { deviceStore } from './database.ts'
import { newKey, type Sealed, sealBytes, unsealBytes } from './encryption.ts'
import { tried } from './storage.ts'

/** What was left out of what was shared: too large, no picture, or more than a message has. */
export type ShareProblem = 'huge' | 'unreadable' | 'many'

/** What was shared to the console. */
export type Shared = { text: string; pictures: File[]; problem?: ShareProblem | undefined }

/** Encrypted under its own key, for one person, or for the next person to log in (empty). */
type Row = { at: number; person: string; key: CryptoKey; about: Sealed; pictures: Sealed[] }
type About = Omit<Shared, 'pictures'> & { names: { name: string; type: string }[] }

const NAME = 'shared'
/** How long it waits for somebody to log in, ms. */
const WAITING_MS = 3_600_000
/** How long it waits for its owner to send it, ms. */
const OWNED_MS = 24 * WAITING_MS

const sharedStore = deviceStore('sluice-shared', 'shared')

/** Stores what was shared in place of what was shared before. Throws where the device is full. */
export async function putShared(
  { pictures, ...rest }: Shared,
  { person, at }: { person: string; at: number },
): Promise<void> {
  const key = await newKey()
  const about: About = { ...rest, names: pictures.map(({ name, type }) => ({ name, type })) }
  const text = new TextEncoder().encode(JSON.stringify(about))
  const row: Row = { at, person, key, about: await sealBytes(text, person, key), pictures: [] }
  for (const picture of pictures)
    row.pictures.push(await sealBytes(await picture.arrayBuffer(), person, key))
  await set(NAME, row, sharedStore())
}

/** What waits for this person, or for the next person to log in, and for whom it waits; undefined for nothing. */
export async function readShared(
  person: string,
): Promise<(Shared & { at: number; person: string }) | undefined> {
  const row = await findRow()
  if (!row || (row.person !== '' && row.person !== person)) return undefined
  return tried(async () => {
    const open = (sealed: Sealed) => unsealBytes(sealed, row.person, row.key)
    const about: About = JSON.parse(new TextDecoder().decode(await open(row.about)))
    const { names, ...rest } = about
    const pictures = await Promise.all(
      row.pictures.map(async (sealed, at) => {
        const { name = '', type = '' } = names[at] ?? {}
        return new File([await open(sealed)], name, { type })
      }),
    )
    return { ...rest, pictures, at: row.at, person: row.person }
  })
}

/** Deletes what was shared; with `keepsWaiting` not what waits for somebody to log in. */
export async function dropShared({ keepsWaiting = false } = {}): Promise<void> {
  const row = keepsWaiting ? await findRow() : undefined
  if (row?.person !== '') await tried(() => del(NAME, sharedStore()))
}

/** Deletes what nobody has come for in time. */
export const tidyShared = async (): Promise<void> => void (await findRow())

/** What is stored, unless it is too old: then it is deleted. */
async function findRow(): Promise<Row | undefined> {
  const row = await tried(() => get<Row>(NAME, sharedStore()))
  if (!row) return undefined
  const age = Math.abs(Date.now() - row.at)
  // A clock that was set back makes it older, not younger.
  if (age <= (row.person === '' ? WAITING_MS : OWNED_MS)) return row
  await tried(() => del(NAME, sharedStore()))
  return undefined
}
