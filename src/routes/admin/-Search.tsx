import { makeStyles, tokens } from '@fluentui/react-components'
import { useNavigate } from '@tanstack/react-router'
import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { preloadOnceQuiet } from '#device/quiet.ts'
import type { OperationId } from '#contract'
import type { Choice } from '#features/palette/choices.ts'

let isThere = false
const loadPalette = async () => {
  const palette = await import('#features/palette/Palette.tsx')
  isThere = true
  return palette
}
const Palette = lazy(loadPalette)
const PaletteAction = lazy(() => import('./-PaletteAction.tsx'))
const JobBanner = lazy(async () => ({
  default: (await import('#features/jobs/JobBanner.tsx')).JobBanner,
}))

/**
 * Opens the palette by `open`, which sets a state. A transition waits for its file without a pause;
 * once it is there it is drawn within the tap, or iOS brings up no keyboard.
 */
export const openPalette = (open: () => void) => (isThere ? open() : startTransition(open))

type Props = {
  open: boolean
  onClose: () => void
  may: (id: OperationId) => boolean
}

/** The palette, its confirmations, and their results. */
export function Search({ open, onClose, may }: Props) {
  const styles = useStyles()
  const navigate = useNavigate()
  const [choice, setChoice] = useState<Extract<Choice, { action: object }> | null>(null)
  const [jobId, setJobId] = useState<number | null>(null)
  useEffect(() => preloadOnceQuiet(loadPalette), [])
  return (
    <Suspense>
      {open && (
        <Palette
          may={may}
          onGo={(href) => void navigate({ href })}
          onAction={setChoice}
          onClose={onClose}
        />
      )}
      {choice && (
        <PaletteAction
          choice={choice}
          onClose={() => setChoice(null)}
          onDone={(id) => {
            setChoice(null)
            setJobId(id)
          }}
        />
      )}
      {jobId !== null && (
        <div className={styles.done}>
          <JobBanner key={jobId} jobId={jobId} onClose={() => setJobId(null)} />
        </div>
      )}
    </Suspense>
  )
}

const useStyles = makeStyles({
  done: {
    position: 'fixed',
    zIndex: 6,
    right: '16px',
    bottom: 'max(16px, var(--bottom-bar, 0px), env(safe-area-inset-bottom))',
    width: 'min(440px, calc(100vw - 32px))',
    boxShadow: tokens.shadow16,
    borderRadius: tokens.borderRadiusXLarge,
  },
})
