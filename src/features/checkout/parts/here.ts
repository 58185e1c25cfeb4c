/** Where the visitor is, as far as the browser tells. */
export function hereZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** The country that a national phone number is read in: that of the visitor's zone, else of the browser's language. */
export function countryOf(zone: string, language: string): string | null {
  const region = countryOfZone(zone) ?? new Intl.Locale(language).region ?? ''
  // A language may be of a whole continent, such as es-419.
  return /^[A-Z]{2}$/.test(region) ? region : null
}

function countryOfZone(zone: string): string | null {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const region of letters.flatMap((first) => letters.map((second) => first + second))) {
    if (zonesOf(region).includes(zone)) return region
  }
  return null
}

function zonesOf(region: string): string[] {
  const locale = new Intl.Locale('und', { region }) as Intl.Locale & { getTimeZones?: () => string[] | undefined }
  return locale.getTimeZones?.() ?? []
}
