/**
 * What browsers between the floor (`scripts/floor.ts`) and today lack, loaded by them alone: the
 * language's own from core-js, the signals of calls from here.
 */
import 'core-js/modules/es.array.find-last.js'
import 'core-js/modules/es.array.find-last-index.js'
import 'core-js/modules/es.array.to-reversed.js'
import 'core-js/modules/es.array.to-sorted.js'
import 'core-js/modules/es.array.to-spliced.js'
import 'core-js/modules/es.array.with.js'
import 'core-js/modules/es.map.group-by.js'
import 'core-js/modules/es.object.group-by.js'
import 'core-js/modules/es.string.to-well-formed.js'
import 'core-js/modules/web.structured-clone.js'
import 'core-js/modules/web.url.can-parse.js'

/** As `AbortSignal.any`: aborted with the first of some signals, for its reason. WHATWG DOM 3.2. */
function any(signals: Iterable<AbortSignal>): AbortSignal {
  const all = [...signals]
  const made = new AbortController()
  const aborted = all.find((signal) => signal.aborted)
  if (aborted) made.abort(aborted.reason)
  else
    for (const signal of all)
      signal.addEventListener('abort', () => made.abort(signal.reason), {
        once: true,
        // Listeners of the others go with the first.
        signal: made.signal,
      })
  return made.signal
}

/** As `AbortSignal.timeout`: aborted after some ms. WHATWG DOM 3.2. */
function timeout(ms: number): AbortSignal {
  const made = new AbortController()
  const end = () => made.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  setTimeout(end, ms)
  return made.signal
}

function throwIfAborted(this: AbortSignal): void {
  if (this.aborted) throw this.reason ?? new DOMException('Aborted.', 'AbortError')
}

const put = (owner: object, name: string, value: unknown) => {
  if (name in owner) return
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
}
put(AbortSignal, 'any', any)
put(AbortSignal, 'timeout', timeout)
put(AbortSignal.prototype, 'throwIfAborted', throwIfAborted)
