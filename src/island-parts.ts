/** The parts of a document that get better by React. Loaded on the first touch, so that a page which is only read has nothing of it. */
import type { ProviderName } from '#platform/identity/provider.ts'
import { hydratePart } from '#ui/awake.tsx'

export { closeFoldsByEscape } from '#ui/folds.ts'
export { offerKeySwitch } from '#ui/single-keys.ts'

type Part = (place: HTMLElement, onLoggedIn: () => void) => Promise<void>

const PARTS: Record<string, Part> = {
  // Logged in over a page, one stays on it, and it stays as it was.
  'log-in': async (place, onLoggedIn) => {
    const { LogInPanels } = await import('#features/accounts/parts/log-in-panels.tsx')
    const named = document.querySelector<HTMLMetaElement>('meta[name="social-log-in"]')?.content
    return hydratePart(place, LogInPanels, { social: (named?.split(',') ?? []) as ProviderName[], onLoggedIn })
  },
  interest: async (place) => {
    const { InterestForm } = await import('#features/storefront/parts/interest-form.tsx')
    return hydratePart(place, InterestForm, JSON.parse(place.dataset.props ?? ''))
  },
  enrol: async (place) => {
    const { QuickEnrolForm } = await import('#features/storefront/parts/quick-enrol.tsx')
    return hydratePart(place, QuickEnrolForm, JSON.parse(place.dataset.props ?? ''))
  },
  'gift-card-balance': async (place) => {
    const { GiftCardBalanceForm } = await import('#features/gift-cards/balance-form.tsx')
    return hydratePart(place, GiftCardBalanceForm, JSON.parse(place.dataset.props ?? ''))
  },
  chat: async (place) => {
    const { ChatForm } = await import('#features/support/chat-form.tsx')
    return hydratePart(place, ChatForm, JSON.parse(place.dataset.props ?? ''))
  },
}

/** Resolves when all of them answer. */
export async function wakeParts(onLoggedIn: () => void): Promise<void> {
  const places = document.querySelectorAll<HTMLElement>('[data-island]')
  await Promise.all([...places].map((place) => PARTS[place.dataset.island ?? '']?.(place, onLoggedIn)))
}
