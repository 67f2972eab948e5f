import { lazy } from 'react'
import { withWords } from '#locales/withWords.ts'

export const TrojanCard = withWords('wireguard', () => import('./TrojanCard.tsx'))
export const TunnelCard = withWords('wireguard', () => import('./TunnelCard.tsx'))
export const TunnelFacts = withWords('wireguard', () => import('./TunnelFacts.tsx'))
export const TunnelJoined = withWords('wireguard', () => import('./TunnelJoined.tsx'))
export const NamesCard = lazy(() => import('./NamesCard.tsx'))
