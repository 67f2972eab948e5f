/** The day of a moment on this device, so many days ago, as `2026-11-23`. */
export function dayName(time: number, ago = 0): string {
  const day = new Date(time)
  day.setDate(day.getDate() - ago)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
