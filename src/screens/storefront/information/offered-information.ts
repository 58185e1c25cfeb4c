/** An information page as this site offers it. */
import { type Site, takesPayments } from '#catalogue/catalog/awaits-payments.ts'
import type { Information } from './information.ts'

/** The section of the gift card page that says how to buy one. */
const PURCHASE_SECTION = 'buy'

/** A site that takes no payments sells no gift cards. Their page has no way to buy one then, but still shows balances. */
export function toOfferedInformation(site: Site, page: Information): Information {
  if (page.name !== 'gift-card' || takesPayments(site)) return page
  return {
    ...page,
    lead: 'Gift cards open soon. If you have one, you can see its balance here.',
    action: undefined,
    sections: page.sections.filter(({ id }) => id !== PURCHASE_SECTION),
  }
}
