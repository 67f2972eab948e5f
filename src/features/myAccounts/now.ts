import { useServerNow } from '#api/serverNow.ts'

/**
 * The server's time, ms, renewed while the screen is open: an account may end before anybody's eyes,
 * and must not because the clock of the device is ahead.
 */
export const useNow = (every = 30_000): number => useServerNow(every)
