/** Asks a visitor once, does what they said, and lets them change it from the footer. Loaded only where there is something to ask. */

import { forgetMemory, rememberAttribution } from '#http/attribution-memory.ts'
import { loadWithoutAdmin } from '#http/browser/admin-alone.ts'
import { type Consent, consentIn, keepConsent } from '#http/consent.ts'
import { type Asked, loadThirdParties } from './third-party.ts'

/** @param told what the page's `<meta name="third-party">` says */
export function watchConsent(told: string): void {
  const bar = document.querySelector<HTMLElement>('[data-consent-bar]')
  const opener = document.querySelector<HTMLButtonElement>('[data-consent-opener]')
  if (!bar) return
  let isLoaded = false

  function follow(choice: Consent): void {
    if (choice === 'no') {
      forgetMemory(localStorage)
      // What is loaded cannot be unloaded: a new page is one without it.
      if (isLoaded) location.reload()
    } else {
      rememberAttribution({ local: localStorage, session: sessionStorage }, Date.now())
      if (!isLoaded) loadWithoutAdmin(() => loadThirdParties(JSON.parse(told) as Asked))
      isLoaded = true
    }
  }

  for (const button of bar.querySelectorAll<HTMLButtonElement>('button')) {
    button.addEventListener('click', () => {
      const choice = button.value === 'yes' ? 'yes' : 'no'
      if (bar.contains(document.activeElement)) opener?.focus({ preventScroll: true })
      bar.hidden = true
      keepConsent(localStorage, choice, told, Date.now())
      follow(choice)
    })
  }
  if (opener) {
    opener.hidden = false
    opener.addEventListener('click', () => {
      bar.hidden = false
      bar.querySelector('button')?.focus()
    })
  }

  const choice = consentIn(localStorage, Date.now(), told)
  if (choice) follow(choice)
  // Who has told their browser to say no to all of this is not asked by each site.
  else bar.hidden = Reflect.get(navigator, 'globalPrivacyControl') === true
}
