import { createContext } from 'react'

/** What a page may request from the frame around it. */
export const FrameContext = createContext<{
  openMenu?: () => void
  openSearch?: () => void
  /** Whether the server does not answer, though there may be a network. */
  unreachable?: boolean
}>({})
