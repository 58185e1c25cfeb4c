import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import type { Country } from '#domain/country.ts'
import { browserClient } from '#http/client.ts'
import { Field, Optional } from '#ui/field.tsx'
import { countryData } from '../wire/country.ts'
import styles from './phone-field.module.css'

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'start'> & {
  country: Country | null
  onCountry: (country: Country) => void
}

export function PhoneField({ country, onCountry, ...field }: Props) {
  return (
    <Field
      {...field}
      label={<Optional>Mobile</Optional>}
      type="tel"
      autoComplete="tel"
      start={country && <CallingCode country={country} onCountry={onCountry} />}
    />
  )
}

function CallingCode({ country, onCountry }: { country: Country; onCountry: (country: Country) => void }) {
  const [countries, setCountries] = useState([country])
  useEffect(() => {
    let isMounted = true
    void browserClient()
      .call(countryData, { query: { list: '1' } })
      .then(({ error, data }) => {
        if (isMounted && error === null && data.data.countries) setCountries(data.data.countries)
      })
    return () => {
      isMounted = false
    }
  }, [])

  function choose(code: string) {
    const chosen = countries.find(({ countryCode }) => countryCode === code)
    if (!chosen) return
    storeCountry(code)
    onCountry(chosen)
  }
  return (
    <span className={styles.code}>
      <select
        aria-label="Country of the number"
        autoComplete="off"
        value={country.countryCode}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {countries.map(({ countryCode, name, callingCode }) => (
          <option key={countryCode} value={countryCode}>
            {name} ({callingCode})
          </option>
        ))}
      </select>
      <span aria-hidden="true">
        {country.countryCode} {country.callingCode} <ChevronDown size={16} />
      </span>
    </span>
  )
}

/** Lasts a year and is sent to this site only. The server reads the cookie in visitor-country.ts. */
function storeCountry(code: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser we support
  document.cookie = `country=${code}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}
