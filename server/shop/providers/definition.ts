import type { Answer, Body, Schema } from '#contract'
import type { ProviderFacts } from '#rules/providers/facts.ts'
import type { World } from '../../http/world.ts'
import type { Provider, Statement } from './provider.ts'

/** The parts of the world that a provider is opened with. */
export type Place = Pick<World, 'db' | 'config' | 'secret' | 'now'>

/** The outcome of the last test of a setting. */
export type Tested = Schema<'ProviderTest'> | null

/** What every stored setting has: whether new orders may be paid this way, and its last test. */
export type StoredSetting = { on: boolean; tested: Tested }

/** What was sent to the address of notices. */
export type SentNotice = {
  /** The fields of a form, or of a JSON object. */
  fields: Record<string, unknown>
  /** A header of the request; empty where there is none. */
  header: (name: string) => string
  /** The body as it was sent, byte by byte, where a signature covers it; empty where it was a form. */
  raw: string
}

/**
 * What a notice comes to. `statement`: it is the provider's own word. `asks`: nothing in it is
 * believed, and the provider is asked about the order it names: by our number (`numbers`), by the
 * provider's (`orders`) or by that of a payment. `forged`: it is not the provider's, or not for this site.
 * `unread`: it cannot be read now, and should be sent again.
 */
export type ReadNotice =
  | { statement: Statement }
  | { asks: { numbers?: string[]; orders?: string[]; payments?: string[]; dispute?: string } }
  | { forged: string; orderId: string }
  | 'unread'

/** A provider with its keys: how money is collected, and a harmless call that proves the keys. */
export type Opened = {
  provider: Provider
  /** Throws `ProviderFailure` where the keys do not work. */
  check: () => Promise<void>
}

/** What of a setting goes to whoever may edit it: no secrets, but whether there are any. */
export type ShownSetting = Answer<'getProvider'>

/** A setting as it is sent. */
export type SentSetting = Body<'editProvider'>['data']

/**
 * A way of paying with money, complete: its folder holds one, and `registry.ts` lists it. All that
 * moves money is shared code; a provider says what it was paid, and does what it is asked.
 */
export type ProviderDefinition<
  Stored extends StoredSetting = StoredSetting,
  Client extends Opened = Opened,
> = {
  facts: ProviderFacts
  /** Its own name, for the audit log. */
  name: string
  /** What older consoles show of it in lists of orders. */
  label: string
  /** How long an order can be paid, ms. */
  lifetimeMs: number
  /** Where its notices arrive, after the address of the site. */
  noticePath: string
  /** Whether what the payer agreed to has to be collected by a call of ours (`Provider.collect`). */
  collects: boolean
  /**
   * The names of the fields of its statements that orders store, at any depth. All others are left
   * out, such as who paid.
   */
  needed: readonly string[]
  /** The setting of a site that never saved one. */
  defaults: Stored
  /** With the keys of the setting; undefined where they are not complete. */
  open: (stored: Stored, place: Place, site: { title: string }) => Client | undefined
  /** Reads a notice; `open` makes the client, and gives undefined where there are no keys. */
  read: (
    open: () => Promise<Client | undefined>,
    sent: SentNotice,
  ) => ReadNotice | Promise<ReadNotice>
  /**
   * Reads what was sent as a setting, and returns how it replaces the stored one. Both refuse what
   * is wrong. Secrets that were left out stay, and the others are sealed.
   */
  edit: (
    sent: SentSetting,
    secret: string,
  ) => (stored: Omit<Stored, 'tested'>) => Omit<Stored, 'tested'>
  show: (stored: Stored, place: { secret: string; notifyUrl: string }) => ShownSetting
  /** What the status says of it besides whether it is on; only for those that consoles know by name. */
  status?: (stored: Stored) => Partial<Answer<'getStatus'>>
  /** Other names of the column of its prices in a table of plans. */
  priceColumns?: readonly string[]
  /** What a test came to, by the provider's own words. */
  testWords: Readonly<Record<string, Schema<'ProviderTest'>['result']>>
}

/** The same for a list of all of them: each opens, edits and shows its own setting only. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of different settings
export type AnyProvider = ProviderDefinition<any, any>
