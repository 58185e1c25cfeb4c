import type { ReactNode } from 'react'
import { PROVIDER_LABELS, type ProviderName } from '#platform/identity/provider.ts'
import { ButtonLink } from '#ui/button.tsx'
import styles from './social-buttons.module.css'

const APPLE =
  'M12 8c1.2 0 2-1 3.6-1 1.5 0 2.7.7 3.4 1.8-3 1.8-2.5 5.7.6 6.9-.8 2.2-2.5 4.8-4.2 4.8-1.3 0-1.8-.8-3.4-.8s-2.1.8-3.4.8c-2 0-4.6-4-4.6-8C4 9.4 6 7 8.4 7c1.6 0 2.6 1 3.6 1zm.1-1.4C12 4.2 13.8 2.2 16 2c.2 2.5-1.8 4.5-3.9 4.6z'
const FACEBOOK =
  'M14 22v-9h3l.5-3.5H14V7.3c0-1 .5-1.8 1.9-1.8h1.7V2.3C17 2.2 16 2 15 2c-2.8 0-4.6 1.7-4.6 4.7v2.8H7.3V13h3.1v9z'
const icons: Readonly<Record<ProviderName, ReactNode>> = {
  google: <path d="M20 12h-8m8 0a8 8 0 1 1-2.4-5.7" fill="none" stroke="currentColor" strokeWidth="2.6" />,
  apple: <path d={APPLE} fill="currentColor" />,
  facebook: <path d={FACEBOOK} fill="currentColor" />,
}

/** Links to the configured providers. Loads no script of a provider. */
export function SocialButtons({ providers, from }: { providers: readonly ProviderName[]; from?: string | undefined }) {
  if (providers.length === 0) return null
  const query = from ? `?from=${encodeURIComponent(from)}` : ''
  return (
    <ul className={styles.list}>
      {providers.map((provider) => (
        <li key={provider}>
          <ButtonLink look="quiet" size="tall" wide href={`/social/${provider}/start${query}`}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              {icons[provider]}
            </svg>
            Continue with {PROVIDER_LABELS[provider]}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
