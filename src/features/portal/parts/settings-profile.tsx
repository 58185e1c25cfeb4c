import { useState } from 'react'
import { phoneFault } from '#domain/contact.ts'
import type { Country } from '#domain/country.ts'
import { callChangeProfile } from '#features/accounts/calls.ts'
import type { Profile } from '#features/accounts/wire.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, Done, Field, Optional, SelectField, Told } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { zonesByRegion } from './places.ts'
import { refusalOf } from './refusal.ts'
import styles from './settings.module.css'

type Props = { as: Signed; profile: Profile; countries: Country[]; onSaved: (profile: Profile) => void }

const asItIs = () => null
const RULES = {
  name: (text: string) => (text.trim() === '' ? 'Name is required' : null),
  phoneNumber: phoneFault,
  countryCode: asItIs,
  timezoneId: asItIs,
}

export function ProfileSettings({ as, profile, countries, onSaved }: Props) {
  const { form, field, told, isBusy, isDone } = useForm(RULES, async (given, data) => {
    const { timezoneId, ...rest } = given
    const answer = await callChangeProfile(browserClient(), as, {
      ...rest,
      ...(timezoneId !== '' && { timezoneId }),
      marketing: data.get('marketing') !== null,
    })
    if (answer.error !== null) return refusalOf(answer, as)
    onSaved(answer.data)
    return null
  })
  const [regions] = useState(() => zonesByRegion(profile.learner.timezoneId, new Date()))
  const { phoneNumber, countryCode, timezoneId } = profile.learner

  return (
    <form {...form} className={styles.form}>
      {told && <Told>{told}</Told>}
      <Field {...field('name')} label="Name" autoComplete="name" defaultValue={profile.name} required />
      <Field label="E-mail" name="address" value={profile.email} readOnly hint="You log in with it." />
      <Field
        {...field('phoneNumber')}
        label={<Optional>Mobile</Optional>}
        type="tel"
        autoComplete="tel"
        defaultValue={phoneNumber ?? ''}
        hint="For changes at short notice. A number without + is read in your country."
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
        hint="Our mails give times in this zone. Pages follow your device."
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
        label="Write to me when new courses open. You can unsubscribe at any time."
      />
      <div className={styles.send}>
        <Button type="submit" aria-busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
        {isDone && <Done>Saved.</Done>}
      </div>
    </form>
  )
}
