import type { Answer, Schema } from '#contract'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../database/database.ts'
import { checkRevision, revisionOf } from '../../database/revision.ts'
import { holdSettings } from '../../database/settings/saveSetting.ts'
import { changeSetting, findSetting } from '../../database/settings/store.ts'
import type { Call } from '../../http/contract.ts'
import { selectVisible } from '../online.ts'
import { FORMATS } from './formats.ts'
import { mihomo } from './mihomo.ts'
import { readMihomo, standardMihomo } from './mihomoTemplate.ts'
import { nodesOf } from './nodes.ts'
import { singbox } from './singbox.ts'
import { readSingbox, standardSingbox } from './singboxTemplate.ts'

type App = Schema<'ProfileApp'>

const APPS = {
  mihomo: { read: readMihomo, standard: standardMihomo, write: mihomo },
  singbox: { read: readSingbox, standard: standardSingbox, write: singbox },
}
/** Stands where an account's keys would: a preview reveals nobody's. */
const EXAMPLE = {
  id: 0,
  port: 50_000,
  password: 'password',
  privateKey: Buffer.alloc(32).toString('base64'),
  server: null,
}

/** The site's own template for an app; undefined for the standard profile. */
export async function findProfileTemplate(
  db: Database,
  type: Schema<'SubscriptionType'>,
): Promise<string | undefined> {
  if (type !== 'mihomo' && type !== 'singbox') return undefined
  return (await findSetting(db, 'profiles'))[type]
}

/** The template of an app as the main admin edits it, with the standard one to begin from. */
export async function getProfileTemplate({
  db,
  path,
}: Pick<Call<'getProfileTemplate'>, 'db' | 'path'>): Promise<Answer<'getProfileTemplate'>> {
  const state = await stateOf(db, path.app)
  return { ...state, standard: APPS[path.app].standard(), revision: revisionOf(state) }
}

/** Replaces the template of an app. Refuses with `invalid template` and `changed meanwhile`. */
export async function editProfileTemplate(
  call: Call<'editProfileTemplate'>,
): Promise<Schema<'SavedSetting'>> {
  const { app } = call.path
  const { content, revision } = call.body
  if (content !== '' && APPS[app].read(content).problems.length > 0)
    throw new Refusal(403, 'invalid template')
  await call.db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    checkRevision(await stateOf(tx, app), revision)
    const { [app]: _, ...others } = await findSetting(tx, 'profiles')
    await changeSetting(tx, 'profiles', { ...others, ...(content !== '' && { [app]: content }) })
  })
  return { revision: revisionOf({ content }) }
}

/** What is wrong with a template; if nothing, the profile of an account that may use every server. */
export async function previewProfileTemplate(
  call: Call<'previewProfileTemplate'>,
): Promise<Answer<'previewProfileTemplate'>> {
  const { db, path, body } = call
  const { read, standard, write } = APPS[path.app]
  const template = body.content === '' ? standard() : body.content
  const { problems } = read(template)
  if (problems.length > 0) return { problems }
  const options = { ...FORMATS[path.app], notes: [], resolve: false }
  const nodes = await nodesOf(db, EXAMPLE, [...(await selectVisible(db))], options)
  return { problems, profile: write({ nodes, template, singbox: undefined }) }
}

async function stateOf(db: Database, app: App) {
  return { content: (await findSetting(db, 'profiles'))[app] ?? '' }
}
