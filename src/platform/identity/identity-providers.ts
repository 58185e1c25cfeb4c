/** The configured social log-in providers, in the order in which they are shown. */
import type { Config } from '#config/config.ts'
import { createApple } from './apple.ts'
import { createFacebook } from './facebook.ts'
import { createGoogle } from './google.ts'
import type { Provider, Providers } from './provider.ts'

export function createIdentityProviders({ identity: { google, apple, facebook } }: Config): Providers {
  const providers: (Provider | null)[] = [
    google && createGoogle(google),
    apple && createApple(apple),
    facebook && createFacebook(facebook),
  ]
  return new Map(providers.filter((provider) => provider !== null).map((provider) => [provider.name, provider]))
}
