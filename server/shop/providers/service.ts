import type { Answer } from '#contract'
import { Refusal } from '../../base/refusal.ts'
import { checkRevision, revisionOf } from '../../database/revision.ts'
import { holdSettings } from '../../database/settings/saveSetting.ts'
import type { World } from '../../http/world.ts'
import type { AnyProvider, SentSetting, StoredSetting } from './definition.ts'
import { openProvider } from './find.ts'
import { ProviderFailure } from './provider.ts'
import { providerNamed } from './registry.ts'
import { changeProviderSetting, findProviderSetting, replaceProviderSetting } from './setting.ts'

type Test = Answer<'testProvider'>

/** A provider's setting without secrets. */
export async function showProvider(
  { db, config, secret }: Pick<World, 'db' | 'config' | 'secret'>,
  definition: AnyProvider,
): Promise<Answer<'getProvider'>> {
  const stored = await findProviderSetting(db, definition)
  const notifyUrl = config.site + definition.noticePath
  const shown = definition.show(stored, { secret, notifyUrl })
  return { ...shown, revision: revisionOf(stateOf(stored)) }
}

/**
 * Replaces the configuration of a provider. Refuses what its folder refuses, being on without all
 * that is needed, and a setting that changed since it was `seen`.
 */
export async function editProvider(
  { db, secret }: Pick<World, 'db' | 'secret'>,
  sent: SentSetting,
  seen?: string,
): Promise<'success'> {
  const definition = providerNamed(sent.kind)
  if (!definition) throw new Refusal(400, 'body/data/kind must be the provider')
  const edited = definition.edit(sent, secret)
  return db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    const before = await findProviderSetting(tx, definition)
    checkRevision(stateOf(before), seen)
    const { tested, ...stored } = before
    const terms = edited(stored)
    const next = { ...terms, tested: stillTrue(tested, stored, terms) } as StoredSetting
    await changeProviderSetting(tx, definition, next)
    return 'success' as const
  })
}

/** The edited part of it: all but the last test. Sealed secrets reveal nothing. */
const stateOf = ({ tested: _, ...state }: StoredSetting) => state

/** The result of a test, as long as nothing it depends on changed. */
function stillTrue(tested: Test | null, before: object, after: object): Test | null {
  const parts = (terms: object) => JSON.stringify(Object.entries({ ...terms, on: true }).sort())
  return parts(before) === parts(after) ? tested : null
}

/** Sends a harmless query, and stores the result unless the setting changes meanwhile. */
export async function testProvider(world: World, definition: AnyProvider): Promise<Test> {
  const { db, now } = world
  const before = await findProviderSetting(db, definition)
  const opened = await openProvider(world, definition)
  if (!opened) throw new Refusal(403, 'incomplete')
  const tested = { time: now(), ...(await outcomeOf(opened.check(), definition.testWords)) }
  await replaceProviderSetting(db, definition, before, { ...before, tested })
  return tested
}

const NOT_ALLOWED = /permission|not_?authorized|forbidden|access_denied/i

async function outcomeOf(
  check: Promise<void>,
  words: AnyProvider['testWords'],
): Promise<Omit<Test, 'time'>> {
  try {
    await check
    return { result: 'works', detail: null }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const { reason, message: detail } = error
    const result = NOT_ALLOWED.test(detail) ? 'not allowed' : reason
    return { result: detail === 'timeout' ? 'timeout' : (words[detail] ?? result), detail }
  }
}
