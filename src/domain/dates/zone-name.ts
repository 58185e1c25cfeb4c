/** What a time zone is called on screens, in e-mails and in documents. */

/** The city that names a zone, in its current spelling: `Asia/Manila` → `Manila`, `Asia/Calcutta` → `Kolkata`. */
export function getZoneCity(zone: string): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return RENAMED_CITIES[city] ?? city
}

/** The zone behind a time: `London time`, `UTC`. */
export function nameZone(zone: string): string {
  const city = getZoneCity(zone)
  return city === 'UTC' ? city : `${city} time`
}

/** Whether two names mean the same zone. Browsers still use older names. */
export function isSameZone(a: string, b: string): boolean {
  return getZoneCity(a) === getZoneCity(b)
}

/** Cities with a new spelling, from the links of the IANA data. */
const RENAMED_CITIES: Readonly<Record<string, string>> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  'Coral Harbour': 'Atikokan',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh',
  Truk: 'Chuuk',
}
