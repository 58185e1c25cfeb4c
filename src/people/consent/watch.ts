/** Asks visitors once for consent, applies the choice, and lets them change it from the footer. Loaded only when there is something to ask. */

import { loadWithoutAdmin } from '#http/browser/admin-isolation.ts'
import { type Consent, readConsent, saveConsent } from '#http/consent.ts'
import { deleteStoredAttribution, storeAttribution } from '#http/stored-attribution.ts'
import { loadThirdParties, type ThirdPartyScripts } from './third-party.ts'

/** @param scriptsJson the content of the page's `<meta name="third-party">` */
export function watchConsent(scriptsJson: string): void {
  const bar = document.querySelector<HTMLElement>('[data-consent-bar]')
  const opener = document.querySelector<HTMLButtonElement>('[data-consent-opener]')
  if (!bar) return
  let isLoaded = false

  function applyChoice(choice: Consent): void {
    if (choice === 'no') {
      deleteStoredAttribution(localStorage)
      // Loaded scripts cannot be unloaded, so the page is reloaded without them.
      if (isLoaded) location.reload()
    } else {
      storeAttribution({ local: localStorage, session: sessionStorage }, Date.now())
      if (!isLoaded) loadWithoutAdmin(() => loadThirdParties(JSON.parse(scriptsJson) as ThirdPartyScripts))
      isLoaded = true
    }
  }

  for (const button of bar.querySelectorAll<HTMLButtonElement>('button')) {
    button.addEventListener('click', () => {
      const choice = button.value === 'yes' ? 'yes' : 'no'
      if (bar.contains(document.activeElement)) opener?.focus({ preventScroll: true })
      bar.hidden = true
      saveConsent(localStorage, choice, scriptsJson, Date.now())
      applyChoice(choice)
    })
  }
  if (opener) {
    opener.hidden = false
    opener.addEventListener('click', () => {
      bar.hidden = false
      bar.querySelector('button')?.focus()
    })
  }

  const choice = readConsent(localStorage, Date.now(), scriptsJson)
  if (choice) applyChoice(choice)
  // Visitors whose browser sends Global Privacy Control are not asked.
  else bar.hidden = Reflect.get(navigator, 'globalPrivacyControl') === true
}
