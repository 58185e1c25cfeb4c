/** Display names of the providers for social log-in. */
import type { ProviderName } from '#platform/identity/provider.ts'

export const providerLabels: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
}
