import { useFocusFinders } from '@fluentui/react-components'

/**
 * Keeps Fluent's focus manager alive as long as the frame stands: with the last dialog it would go
 * and leave the page hidden from screen readers.
 */
export default function FocusManager() {
  useFocusFinders()
  return null
}
