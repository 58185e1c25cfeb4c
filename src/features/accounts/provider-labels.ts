/** What the providers of social log-in are called. */
import type { ProviderName } from '#platform/identity/provider.ts'

export const providerLabels: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
}
