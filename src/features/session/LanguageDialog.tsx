import { Button, Radio, RadioGroup } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { choose } from '#device/choices.ts'
import { activate, isLanguage } from '#locales/activate.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { languageNames } from '#locales/languageNames.ts'

/**
 * Chooses the language of the console on this device.
 *
 * A tap or a click is the choice. The arrow keys only go through the languages, which a person may
 * want to hear first; there Enter or the button is the choice. WCAG 2.2, 3.2.2.
 */
export default function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  // The words change before it closes, and the button that was pressed stays until then.
  const [before] = useState(i18n.locale)
  const [chosen, setChosen] = useState(before)
  const name = isLanguage(chosen) ? languageNames[chosen] : ''
  const use = (language: string) => {
    if (!isLanguage(language)) return
    choose({ language })
    void activate(language).then(onClose)
  }
  return (
    <Sheet
      title={t`Language`}
      onClose={onClose}
      actions={
        chosen !== before && (
          <Button appearance="primary" size="large" onClick={() => use(chosen)}>
            <Trans>Use {name}</Trans>
          </Button>
        )
      }
    >
      <RadioGroup
        aria-label={t`Language`}
        value={chosen}
        onChange={(_event, { value }) => setChosen(value)}
        onKeyDown={({ key }) => key === 'Enter' && use(chosen)}
      >
        {Object.entries(languageNames).map(([id, name]) => (
          <Radio
            key={id}
            value={id}
            label={{ children: name, lang: id }}
            // A key has no count of clicks.
            onClick={({ detail }) => detail > 0 && use(id)}
          />
        ))}
      </RadioGroup>
    </Sheet>
  )
}
