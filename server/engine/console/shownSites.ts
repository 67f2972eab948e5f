import type { SiteOrder, SiteState } from '../plane.ts'
import type { Question } from '../protocol/messages.ts'

type Ask = (question: Question) => Promise<unknown>

/** The ports with TLS that are to be open; before they are known here, an engine keeps those it has. */
export function openShownSites(ask: Ask) {
  let shown: SiteOrder[] | undefined
  return {
    async order(next: SiteOrder[]): Promise<SiteState[]> {
      shown = next
      return ((await ask({ ask: 'sites', sites: next })) as SiteState[] | undefined) ?? []
    },
    /** Orders them of an engine that takes over, before accounts are let in on them. */
    sendTo(engine: { ask: Ask }): void {
      if (shown) void engine.ask({ ask: 'sites', sites: shown }).catch(() => {})
    },
  }
}
