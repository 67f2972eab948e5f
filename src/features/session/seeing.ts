import { ApiError } from '#api/client.ts'
import { storeEnded } from '#device/returnAddress.ts'
import { seeAsCustomer, stopSeeing } from '#features/seeing/operations.ts'
import { expectEnd, forgetEverything } from './visit.ts'

/** Opens the customer's area as they see it; nothing of the admin stays on this device. */
export async function beginSeeing(userId: number): Promise<void> {
  await seeAsCustomer(userId)
  await openAs('/user/index')
}

/** Opens the desk again, at the customer's page; nothing of the customer stays on this device. */
export async function endSeeing(userId: number): Promise<void> {
  await stopSeeing().catch((error: unknown) => {
    // Nobody is logged in any more: the desk asks for the login.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  })
  await openAs(`/admin/user/${userId}`)
}

async function openAs(address: string) {
  expectEnd()
  await forgetEverything()
  storeEnded(null)
  location.assign(address)
}
