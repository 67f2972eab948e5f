import { useFocusFinders } from '@fluentui/react-components'

/**
 * Holds Fluent's focus manager for the life of the frame: with the last dialog it would be disposed
 * and leave the page hidden from screen readers.
 */
export default function FocusManager() {
  useFocusFinders()
  return null
}
