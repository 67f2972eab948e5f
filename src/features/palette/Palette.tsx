import {
  Button,
  Dialog,
  DialogSurface,
  Input,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components'
import { Dismiss24Regular, Search24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import type { OperationId } from '#contract'
import { isComposing } from '#ui/composing.ts'
import { usePageShownAgain } from '#ui/pageShownAgain.ts'
import { Problem } from '#ui/Problem.tsx'
import { ScreenReaderText } from '#ui/ScreenReaderText.tsx'
import { type Choice, countText, type Section } from './choices.ts'
import { ChoiceList, optionId } from './ChoiceList.tsx'
import { storePlace } from './recent.ts'
import { usePalette } from './usePalette.ts'

type Props = {
  may: (id: OperationId) => boolean
  onGo: (href: string) => void
  /** An action to confirm and run. */
  onAction: (choice: Extract<Choice, { action: object }>) => void
  onClose: () => void
}

/** Searches everything in the admin area and runs commands, all from the keyboard. */
export default function Palette({ may, onGo, onAction, onClose }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const list = useId()
  usePageShownAgain()
  const { typed, setTyped, sections, isBehind, error, findNow, action } = usePalette(may)
  const [at, setAt] = useState(0)
  const choices = choicesIn(sections)
  const active = choices[Math.min(at, choices.length - 1)]

  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    if (choice.action) return onAction(choice)
    storePlace(choice.place)
    onGo(choice.place.href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method of Chinese or Japanese uses these keys itself.
    if (isComposing(event)) return
    const last = choices.length - 1
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt(at + step < 0 ? last : at + step > last ? 0 : at + step)
    else if (event.key === 'PageDown') setAt(last)
    else if (event.key === 'PageUp') setAt(0)
    else if (event.key === 'Enter' && isBehind && at === 0)
      void findNow().then(
        (found) => choose(choicesIn(found)[0]),
        () => undefined,
      )
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }

  const nothing = typed.trim() !== '' && choices.length === 0 && !isBehind && !error
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface} aria-label={t`Search and commands`}>
        <div className={styles.head}>
          <Input
            size="large"
            appearance="filled-lighter"
            className={styles.field}
            contentBefore={<Search24Regular />}
            contentAfter={isBehind ? <Spinner size="tiny" aria-hidden /> : undefined}
            placeholder={t`Name, port, order number, or what to do`}
            value={typed}
            onChange={(_event, { value }) => {
              setTyped(value.slice(0, 200))
              setAt(0)
            }}
            onKeyDown={onKeyDown}
            input={{
              role: 'combobox',
              'aria-label': t`Search and commands`,
              'aria-expanded': choices.length > 0,
              'aria-controls': list,
              'aria-autocomplete': 'list',
              'aria-activedescendant': active && optionId(list, active),
              autoFocus: true,
              autoComplete: 'off',
              autoCapitalize: 'none',
              spellCheck: false,
              enterKeyHint: 'go',
            }}
          />
          <Button
            appearance="subtle"
            className={styles.close}
            icon={<Dismiss24Regular />}
            aria-label={t`Close`}
            onClick={onClose}
          />
        </div>
        <div className={styles.below}>
          {error && <Problem>{i18n._(explainLoad(error))}</Problem>}
          {typed.trim() === '' && (
            <p className={styles.nothing}>
              <Trans>
                Also: “extend 50013 by 1 month”, “ban 50013 1 hour”, “reset 50013”, “message ann@…”
              </Trans>
            </p>
          )}
          <ChoiceList
            id={list}
            sections={sections}
            active={active}
            onPoint={(choice) => setAt(choices.indexOf(choice))}
            onChoose={choose}
          />
          {nothing && (
            <p className={styles.nothing}>
              {action ? <Trans>Nothing to apply this to.</Trans> : <Trans>No results.</Trans>}
            </p>
          )}
        </div>
        <ScreenReaderText role="status">
          {!isBehind && typed.trim() !== '' && i18n._(countText(choices.length))}
        </ScreenReaderText>
      </DialogSurface>
    </Dialog>
  )
}

const choicesIn = (sections: readonly Section[]) => sections.flatMap((section) => section.choices)

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '8px',
    maxWidth: '640px',
    maxHeight: 'min(640px, 84dvh)',
    marginTop: '8dvh',
    '@media (max-width: 599px)': {
      position: 'fixed',
      inset: '0',
      width: '100%',
      maxWidth: '100%',
      height: '100dvh',
      maxHeight: '100dvh',
      margin: '0',
      borderRadius: '0',
      paddingTop: 'max(8px, env(safe-area-inset-top))',
    },
  },
  head: { display: 'flex', alignItems: 'center', gap: '4px', flexShrink: 0 },
  field: { minHeight: '48px', flexGrow: 1, minWidth: 0 },
  // On larger screens a click beside it does the same.
  close: {
    display: 'none',
    '@media (max-width: 599px)': { display: 'inline-flex', minHeight: '44px', minWidth: '44px' },
  },
  below: { overflowY: 'auto', minHeight: 0 },
  nothing: {
    margin: 0,
    padding: '12px',
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
})
