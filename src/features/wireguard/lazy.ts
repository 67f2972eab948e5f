import { withWords } from '#locales/withWords.ts'

export const DevicesCard = withWords('wireguard', () => import('./DevicesCard.tsx'))
/** Nothing where it cannot be loaded: the home screen is about more. */
export const DeviceSharesCard = withWords(
  'wireguard',
  () => import('./DeviceSharesCard.tsx'),
  () => null,
)
export const ServerDevicesCard = withWords('wireguard', () => import('./ServerDevicesCard.tsx'))
export const AddDeviceSheet = withWords('wireguard', () => import('./AddDeviceSheet.tsx'))
export const WireGuardDialog = withWords('wireguard', () => import('./WireGuardDialog.tsx'))
/** Nothing where they cannot be loaded: the code beside them works without a network. */
export const ClientSteps = withWords(
  'wireguard',
  () => import('./ClientSteps.tsx'),
  () => null,
)
