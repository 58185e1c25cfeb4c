import { useState } from 'react'
import { phoneFault } from '#domain/contact.ts'
import type { Country } from '#domain/country.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorMessage, Field, Optional, SelectField, SuccessMessage } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { changeProfile, type Profile } from '../wire.ts'
import { toFormRefusal } from './form-refusal.ts'
import styles from './settings.module.css'
import { listZonesByRegion } from './time-zones.ts'

type Props = { as: SignedInAudience; profile: Profile; countries: Country[]; onSaved: (profile: Profile) => void }

const acceptAny = () => null
const RULES = {
  name: (text: string) => (text.trim() === '' ? 'Name is required' : null),
  phoneNumber: phoneFault,
  countryCode: acceptAny,
  timezoneId: acceptAny,
}

export function ProfileSettings({ as, profile, countries, onSaved }: Props) {
  const { form, field, errorMessage, isBusy, isDone } = useForm(RULES, async (values, data) => {
    const { timezoneId, ...otherValues } = values
    const response = await browserClient().call(changeProfile, {
      body: {
        ...otherValues,
        ...(timezoneId !== '' && { timezoneId }),
        marketing: data.get('marketing') !== null,
      },
      auth: as,
    })
    if (response.error !== null) return toFormRefusal(response, as)
    onSaved(response.data)
    return null
  })
  const [regions] = useState(() => listZonesByRegion(profile.learner.timezoneId, new Date()))
  const { phoneNumber, countryCode, timezoneId } = profile.learner

  return (
    <form {...form} className={styles.form}>
      {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Field {...field('name')} label="Name" autoComplete="name" defaultValue={profile.name} required />
      <Field label="E-mail" name="address" value={profile.email} readOnly hint="You use it to log in." />
      <Field
        {...field('phoneNumber')}
        label={<Optional>Mobile</Optional>}
        type="tel"
        autoComplete="tel"
        defaultValue={phoneNumber ?? ''}
        hint="Only used if a session changes at short notice. Start with + for a number outside your country."
      />
      <SelectField {...field('countryCode')} label="Country" autoComplete="country" defaultValue={countryCode ?? ''}>
        <option value="">Not set</option>
        {countries.map(({ countryCode: code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...field('timezoneId')}
        label="Time zone"
        defaultValue={timezoneId ?? ''}
        hint="Our e-mails use this time zone. Pages use your device’s time zone."
      >
        {timezoneId === null && <option value="">Not set</option>}
        {regions.map(({ region, zones }) => (
          <optgroup key={region} label={region}>
            {zones.map(({ zone, label }) => (
              <option key={zone} value={zone}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <CheckField
        name="marketing"
        defaultChecked={profile.marketing}
        label="E-mail me when new courses open. You can unsubscribe at any time."
      />
      <div className={styles.send}>
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
        {isDone && <SuccessMessage>Saved.</SuccessMessage>}
      </div>
    </form>
  )
}
