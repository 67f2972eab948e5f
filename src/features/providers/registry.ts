import type { MessageDescriptor } from '@lingui/core'
import { alipay } from './alipay/method.ts'
import type { Method } from './method.ts'
import { paypal } from './paypal/method.ts'

/** The folders, one line for each, in the order they are shown in. */
const FOLDERS: readonly Method[] = [alipay, paypal]

const byKind = new Map<string, Method>(FOLDERS.map((method) => [method.kind, method]))

/**
 * Makes a way of paying known to the screens, and returns how it is forgotten; the server has to know
 * it as well.
 */
export function addMethod(method: Method): () => void {
  byKind.set(method.kind, method)
  return () => void byKind.delete(method.kind)
}

/** Every way of paying with money, in the order they are shown in. */
export const allMethods = (): readonly Method[] => [...byKind.values()]

/** The way of paying of a kind; undefined for what is none, or is newer than this console. */
export const methodNamed = (kind: string): Method | undefined => byKind.get(kind)

/** What a kind is called; a newer one by its own name. */
export const methodName = (kind: string): MessageDescriptor =>
  byKind.get(kind)?.name ?? { id: kind, message: kind }
