import { Radio, RadioGroup } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { choose } from '#device/choices.ts'
import { activate, isLanguage } from '#locales/activate.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { languageNames } from '#locales/languageNames.ts'

/** Chooses the language of the console on this device. */
export default function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  return (
    <Sheet title={t`Language`} onClose={onClose}>
      <RadioGroup
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={(_event, { value }) => {
          if (!isLanguage(value)) return
          choose({ language: value })
          void activate(value).then(onClose)
        }}
      >
        {Object.entries(languageNames).map(([id, name]) => (
          <Radio key={id} value={id} label={{ children: name, lang: id }} />
        ))}
      </RadioGroup>
    </Sheet>
  )
}
