/**
 * A reply about something that ends, with its end by the clock of this device.
 *
 * The server sends the time left, because a wrong clock would end it early, or never.
 */
export function onThisClock<Reply extends { expiresIn?: number }>(
  reply: Reply,
): Reply & { expireTime?: number } {
  const { expiresIn } = reply
  return expiresIn === undefined ? reply : { ...reply, expireTime: Date.now() + expiresIn }
}
