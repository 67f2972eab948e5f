import { createContext } from 'react'

/** What a page may ask of the frame around it. */
export const FrameContext = createContext<{ openMenu?: () => void }>({})
