/**
 * The parts of a document that React hydrates. Loaded on the first interaction, so that a page which is only read
 * stays small.
 */

import type { ProviderName } from '#platform/identity/provider.ts'
import { registerCheckoutHooks } from '#sell/checkout/session/client-hooks.ts'
import { hydratePart } from '#ui/browser/hydrate.tsx'

export { closeMenusOnEscape as closeFoldsByEscape } from '#ui/browser/close-menus.ts'
export { offerKeySwitch } from '#ui/browser/single-keys.ts'

type Island = (element: HTMLElement, onLoggedIn: () => void) => Promise<void>

const ISLANDS: Record<string, Island> = {
  // After a log-in in the dialog the visitor stays on the page.
  'log-in': async (element, onLoggedIn) => {
    const { LogInPanels } = await import('#people/accounts/parts/log-in-panels.tsx')
    const providerNames = document.querySelector<HTMLMetaElement>('meta[name="social-log-in"]')?.content
    return hydratePart(element, LogInPanels, {
      providers: (providerNames?.split(',') ?? []) as ProviderName[],
      onLoggedIn,
    })
  },
  interest: async (element) => {
    const { InterestForm } = await import('#screens/storefront/enrol/interest-form.tsx')
    return hydratePart(element, InterestForm, JSON.parse(element.dataset.props ?? ''))
  },
  enrol: async (element) => {
    const { QuickEnrolForm } = await import('#screens/storefront/enrol/quick-enrol.tsx')
    return hydratePart(element, QuickEnrolForm, JSON.parse(element.dataset.props ?? ''))
  },
  'gift-card-balance': async (element) => {
    const { GiftCardBalanceForm } = await import('#sell/gift-cards/balance-form.tsx')
    return hydratePart(element, GiftCardBalanceForm, JSON.parse(element.dataset.props ?? ''))
  },
  chat: async (element) => {
    const { ChatForm } = await import('#people/support/chat-form.tsx')
    return hydratePart(element, ChatForm, JSON.parse(element.dataset.props ?? ''))
  },
}

registerCheckoutHooks()

/** Resolves when all islands are interactive. */
export async function hydrateIslands(onLoggedIn: () => void): Promise<void> {
  const elements = document.querySelectorAll<HTMLElement>('[data-island]')
  await Promise.all([...elements].map((element) => ISLANDS[element.dataset.island ?? '']?.(element, onLoggedIn)))
}
