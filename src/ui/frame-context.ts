import { createContext } from 'react'

/** What a page may know of the frame around it. */
export const FrameContext = createContext<{
  /** Where what adds to a list goes on phones: the end of the bar at the thumb. */
  addSlot?: HTMLElement | null
  /** Whether the server does not answer, though there may be a network. */
  unreachable?: boolean
}>({})
