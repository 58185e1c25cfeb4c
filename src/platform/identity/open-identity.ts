/** Which providers of social log-in this installation has: those whose settings are there, in the order they are shown. */
import type { Config } from '#config.ts'
import { openApple } from './apple.ts'
import { openFacebook } from './facebook.ts'
import { openGoogle } from './google.ts'
import type { Provider, Providers } from './provider.ts'

export function openIdentity({ identity: { google, apple, facebook } }: Config): Providers {
  const open: (Provider | null)[] = [
    google && openGoogle(google),
    apple && openApple(apple),
    facebook && openFacebook(facebook),
  ]
  return new Map(open.filter((provider) => provider !== null).map((provider) => [provider.name, provider]))
}
