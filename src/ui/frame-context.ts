import { createContext } from 'react'

/** What a page may ask of the frame around it. */
export const FrameContext = createContext<{
  openMenu?: () => void
  openSearch?: () => void
  /** Whether the server does not answer, though there may be a network. */
  unreachable?: boolean
}>({})
