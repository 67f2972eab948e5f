import { useEffect, useState } from 'react'
import { rememberInstallOffer, useInstall, wasInstallOffered } from '#device/install.ts'
import { InstallCard } from './InstallCard.tsx'

/** Offers to install the console at a good moment: once on a device, and until it is dismissed. */
export default function InstallOffer() {
  const [isNew, setNew] = useState(() => !wasInstallOffered())
  const isShown = useInstall() !== undefined && isNew
  useEffect(() => {
    if (isShown) rememberInstallOffer()
  }, [isShown])
  return isShown ? <InstallCard onDismiss={() => setNew(false)} /> : null
}
