import { SelectField } from '#ui/field.tsx'

const LANGUAGES =
  'en es fil pt pt-BR fr de it nl pl cs da sv nb fi el tr uk ru ar he hi bn ta te id ms th vi zh-Hans zh-Hant ja ko'.split(
    ' ',
  )

type Props = { value?: string; error?: string; onChange?: (language: string) => void }

export function LanguageField({ value, error, onChange }: Props) {
  return (
    <SelectField
      name="language"
      label="Language"
      idPrefix="new-track"
      error={error}
      {...(value === undefined ? { defaultValue: 'en' } : { value })}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    >
      {LANGUAGES.map((language) => (
        <option key={language} value={language}>
          {getLanguageName(language)}
        </option>
      ))}
    </SelectField>
  )
}

export const getLanguageName = (language: string) =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
