import { type ComponentType, lazy } from 'react'
import { activateArea, type Area } from './activate.ts'

/**
 * What is brought when it is opened, together with words that no area waits for.
 *
 * `instead` is shown where it cannot be brought; without it, the screen says so.
 */
export function withWords<Props>(
  area: Area,
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead?: ComponentType<Props>,
) {
  return lazy(async () => {
    try {
      const [file] = await Promise.all([load(), activateArea(area)])
      return file
    } catch (error) {
      if (instead) return { default: instead }
      throw error
    }
  })
}
