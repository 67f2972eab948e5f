/** Under which the bytes of an account's devices that are gone are added up, in place of a device's id. */
export const GONE_DEVICES = -1
