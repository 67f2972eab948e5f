import type { Handlers } from '../../http/contract.ts'
import { beginPasskeyLogIn, logInByPasskey } from './passkeyLogIn.ts'
import { addPasskey, beginPasskey, removePasskey } from './passkeys.ts'
import { selectPasskeys } from './passkeyStore.ts'
import {
  beginTotp,
  confirmTotp,
  newRecoveryCodes,
  removeAdminFactors,
  removeTotp,
} from './service.ts'
import { findFactors } from './store.ts'

/** The second step of a login. */
export const factorHandlers = {
  beginPasskeyLogIn,
  logInByPasskey,
  getFactors: ({ db, caller }) => findFactors(db, caller.id),
  beginTotp,
  confirmTotp,
  removeTotp,
  newRecoveryCodes,
  listPasskeys: ({ db, caller }) => selectPasskeys(db, caller.id),
  beginPasskey,
  addPasskey,
  removePasskey,
  removeAdminFactors,
} satisfies Partial<Handlers>
