import { may } from '#api/may.ts'
import { storeWanted } from '#device/returnAddress.ts'
import { sharedInvitation, sharedWithMe } from '#device/shared.ts'
import { dropShared, readShared } from '#device/sharedStore.ts'
import { knownStatus } from '#device/status.ts'
import { SHARE_PATH } from '#device/storageKeys.ts'
import { fetchStatus } from './visit.ts'

/**
 * The address that what was shared to the console leads to: messages, and for visitors the sign-up
 * where it is an invitation, else the login.
 */
export async function whereShared(): Promise<string> {
  // Whose it is the server says; without a network, who was here last.
  const known = () => knownStatus()?.status
  const status = await fetchStatus().catch(known)
  if (status?.status === 'normal') {
    await sharedWithMe()
    return '/user/message'
  }
  if (status?.status === 'admin') {
    if (!may('sendMessage')) {
      await dropShared()
      return '/admin/index'
    }
    await sharedWithMe()
    return '/admin/message'
  }
  const code = await sharedInvitation()
  if (code !== undefined) {
    await dropShared()
    return `/home/ref/${encodeURIComponent(code)}`
  }
  if (await readShared('')) storeWanted(SHARE_PATH)
  return '/home/index'
}
