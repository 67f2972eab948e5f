import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Delete20Regular, ImageAdd20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useRef } from 'react'
import type { Schema } from '#contract'
import { Problem } from '#ui/Problem.tsx'
import { useBrandEditing } from './useBrandEditing.ts'

type Props = {
  part: Schema<'BrandPart'>
  label: string
  hint: string
  isSet: boolean
  /** The picture as it is. */
  children: ReactNode
}

/** One picture of the site: as it is, replaced by a file, or removed. */
export function BrandPicture({ part, label, hint, isSet, children }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { replace, remove, isPending, problem } = useBrandEditing(part)
  const input = useRef<HTMLInputElement>(null)
  const [name, words] = [useId(), useId()]
  return (
    <div role="group" aria-labelledby={name} aria-describedby={words} className={styles.part}>
      <span id={name}>{label}</span>
      {children}
      <Caption1 id={words} className={styles.quiet}>
        {hint}
      </Caption1>
      {problem && <Problem>{i18n._(problem)}</Problem>}
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          aria-label={label}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void replace(file)
            // The same file may be chosen again.
            target.value = ''
          }}
        />
        <Button
          icon={<ImageAdd20Regular />}
          disabledFocusable={isPending}
          onClick={() => input.current?.click()}
        >
          {isPending ? (
            <Trans>Saving…</Trans>
          ) : isSet ? (
            <Trans>Replace picture</Trans>
          ) : (
            <Trans>Choose picture</Trans>
          )}
        </Button>
        {isSet && (
          <Button
            icon={<Delete20Regular />}
            appearance="subtle"
            disabledFocusable={isPending}
            aria-label={t`Remove: ${label}`}
            onClick={remove}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: '8px' },
  quiet: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
