/**
 * A reply about something that ends, with its end as the clock of this device tells it.
 *
 * The server says how much longer it lasts: a clock that is wrong would end it early, or never.
 */
export function onThisClock<Reply extends { expiresIn?: number }>(
  reply: Reply,
): Reply & { expireTime?: number } {
  const { expiresIn } = reply
  return expiresIn === undefined ? reply : { ...reply, expireTime: Date.now() + expiresIn }
}
