import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { PAPER } from './theme.ts'

type Props = {
  /** The content of the code. */
  text: string
  /** What it is for, for those who cannot see it. */
  label: string
  /** Width and height in px, the white border of four modules included. */
  size?: number
}

/** Four modules of white on each side, without which scanners do not find a code. */
const QUIET_MODULES = 4

/** Draws a text as a QR code, dark on white in every theme, so that it always scans. */
export function QrCode({ text, label, size = 240 }: Props) {
  const styles = useStyles()
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  useEffect(() => {
    let wanted = true
    draw(text, size).then(
      (svg) => {
        if (!wanted) return
        box.current?.replaceChildren(svg)
        setState('drawn')
      },
      () => wanted && setState('failed'),
    )
    return () => {
      wanted = false
    }
  }, [text, size])
  const paper = { width: size, height: size, backgroundColor: PAPER.ground, color: PAPER.word }
  return (
    <div className={styles.paper} style={paper}>
      {state === 'drawing' && <div className={styles.skeleton} />}
      {state === 'failed' && (
        <p className={styles.failed}>
          <Trans>The code could not be drawn. Copy the link instead.</Trans>
        </p>
      )}
      <div ref={box} role="img" aria-label={label} hidden={state !== 'drawn'} />
    </div>
  )
}

async function draw(text: string, size: number): Promise<SVGElement> {
  const { default: QrCodeStyling } = await import('qr-code-styling')
  const options = { type: 'svg', width: size, height: size, data: text } as const
  const code = new QrCodeStyling({
    ...options,
    qrOptions: { errorCorrectionLevel: 'M' },
    dotsOptions: { type: 'square', color: PAPER.ink },
    backgroundOptions: { color: PAPER.ground },
  })
  const modules = code._qr?.getModuleCount() ?? 21
  code.update({ margin: Math.floor((size * QUIET_MODULES) / (modules + 2 * QUIET_MODULES)) })
  await code._svgDrawingPromise
  if (!code._svg) throw new Error('no code')
  code._svg.style.display = 'block'
  return code._svg
}

const useStyles = makeStyles({
  paper: {
    position: 'relative',
    boxSizing: 'content-box',
    overflow: 'hidden',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusXLarge,
    forcedColorAdjust: 'none',
  },
  skeleton: {
    position: 'absolute',
    inset: '9%',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'currentColor',
    opacity: 0.12,
    animationName: { from: { opacity: 0 } },
    animationDuration: '150ms',
    animationDelay: '150ms',
    animationFillMode: 'backwards',
  },
  failed: {
    display: 'grid',
    placeItems: 'center',
    height: '100%',
    padding: tokens.spacingHorizontalXXL,
    textAlign: 'center',
  },
})
