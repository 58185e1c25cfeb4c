/** Personal data of the consents to keep a card. */
import type { PersonalTables } from '../table.ts'

export const cardTables: PersonalTables = {
  card_mandate: {
    purpose: 'The consent to charge the balance of a deposit to its card',
    personal: {
      mandate_text: 'what the buyer agreed to',
      mandate_version: 'which text it was',
      agreed_at: 'when',
      provider_customer_id: 'the card at the card provider, which deletes it when the mandate ends',
      provider_method_id: 'the card at the card provider, which deletes it when the mandate ends',
      card_brand: 'which card, in settings and e-mails',
      card_last4: 'which card, in settings and e-mails',
    },
    nonPersonal: 'failure_code',
    retainedBy: 'order',
    erasure: { retentionReason: 'proof of the consent; its order has no name any more, and the card is deleted' },
    export: 'orders',
  },
  reusable_card: {
    purpose: 'The consent to keep the card of an order for the next course',
    personal: {
      consent_text: 'what the buyer agreed to',
      consent_version: 'which text it was',
      agreed_at: 'when',
      provider_customer_id: 'the card at the card provider, which deletes it when the consent ends',
      provider_method_id: 'the card at the card provider, which deletes it when the consent ends',
      card_brand: 'which card, in settings and checkout',
      card_last4: 'which card, in settings and checkout',
      expires_month: 'until when the card is valid',
      expires_year: 'until when the card is valid',
    },
    retainedBy: 'order',
    erasure: { retentionReason: 'proof of the consent; its order has no name any more, and the card is deleted' },
    export: 'orders',
  },
}
