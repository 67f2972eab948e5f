import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { UpgradeCard } from '#features/installation/UpgradeCard.tsx'

const UpgradeSheet = lazy(() => import('./-UpgradeSheet.tsx'))
const RollbackSheet = lazy(() => import('./-RollbackSheet.tsx'))

type Open = { kind: 'up'; offer: Schema<'ReleaseOffer'> } | { kind: 'back'; version: string } | null

/** Newer releases, and what is asked before one is put in place or taken back. */
export default function ServiceUpgrade() {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      <UpgradeCard
        onStart={(offer) => setOpen({ kind: 'up', offer })}
        onBack={(version) => setOpen({ kind: 'back', version })}
      />
      <Suspense>
        {open?.kind === 'up' && <UpgradeSheet offer={open.offer} onClose={close} />}
        {open?.kind === 'back' && <RollbackSheet version={open.version} onClose={close} />}
      </Suspense>
    </>
  )
}
