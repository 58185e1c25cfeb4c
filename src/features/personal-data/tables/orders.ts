/** Columns about a person: orders, seats and money. */
import type { PersonalTable, PersonalTables } from '../table.ts'

const TEN_YEARS = {
  rule: 'orders of long ago',
  says: 'name, address and card digits are replaced ten years after the order',
} as const
const ABOUT_ADMIN = { kept: 'the act of an admin, by an id that names nobody once that admin’s account is deleted' }

/** What an admin did to an order. */
function adminAct(purpose: string, personal: Record<string, string>, free: string, section: string): PersonalTable {
  return { purpose, personal, free, keeper: 'order', erasure: ABOUT_ADMIN, export: section }
}

export const orderTables: PersonalTables = {
  orders: {
    purpose: 'What was bought, by whom; an order that nobody paid is deleted 30 days after it was placed',
    personal: {
      number: 'the number on the invoice',
      email: 'receipt, invoice, the buyer’s portal',
      name: 'receipt and invoice',
      phone_number: 'reaching the buyer when a session changes at short notice',
      timezone_id: 'times in the buyer’s zone',
      person_id: 'the buyer’s account',
      terms_accepted_at: 'proof that the terms were accepted',
      marketing: 'proof of consent to news',
      attribution: 'which campaign brought the buyer',
      client: 'the browser that placed it, hashed, while the order is open',
      limit_key: 'limits unpaid orders; the network or person, hashed, while the order is open',
      promo_code: 'the discount',
    },
    free: 'id state course_code offer_code quote_id payment_type seats currency subtotal_minor total_minor created_at completed_at discount_kind deposit_minor balance_due_at waived_minor balance_paid_at balance_reminders paused_at restored_at',
    keeper: 'books',
    rules: [{ after: 'created_at', days: 730, clear: { phone_number: null, attribution: '{}' } }, TEN_YEARS],
    erasure: 'anonymised',
    export: 'orders',
  },
  order_line: {
    purpose: 'The lines of an invoice',
    personal: { label: 'what was bought; a gift card’s names its recipient' },
    free: 'id order_id position kind amount_minor refunded_minor waived_minor',
    keeper: 'order',
    rules: [{ rule: 'gift card recipients', says: 'the recipient’s name is removed with the gift card’s' }],
    erasure: 'anonymised',
    export: 'orders',
  },
  invoice_file: {
    purpose: 'Invoices that were drawn, so that they need not be drawn again',
    personal: { content: 'the PDF, which may name the buyer; deleted when a name is erased from the order' },
    free: 'order_id names_buyer content_hash created_at',
    keeper: 'rule',
    rules: [{ after: 'created_at', days: 30 }],
    erasure: 'deleted',
    export: { none: 'drawn from the order, which is exported' },
  },
  payment: {
    purpose: 'How an order was paid',
    personal: {
      provider_intent_id: 'the payment at the card provider',
      card_brand: 'which card, on the receipt',
      card_last4: 'which card, on the receipt',
      account_id: 'the gift card or credit that paid',
    },
    free: 'id order_id attempt method provider state amount_minor refunded_minor currency failure_code created_at settled_at asked_at told_as_of purpose card_presented_at',
    keeper: 'order',
    rules: [TEN_YEARS],
    erasure: { kept: 'the books: it belongs to an order without a name' },
    export: 'orders',
  },
  checkout_token: {
    purpose: 'The browser’s right to see its order',
    personal: { hash: 'finds the order', order_id: 'which order' },
    free: 'expires_at',
    keeper: 'rule',
    rules: [{ after: 'expires_at', days: 7 }],
    erasure: { kept: 'names nobody, and is deleted within eight days' },
    export: { none: 'the hash of a secret' },
  },
  quote: {
    purpose: 'A price that holds for 15 minutes',
    personal: { credit_person_id: 'whose credit pays', gift_card_id: 'which gift card pays' },
    free: 'id course_code offer_code seats currency unit_minor subtotal_minor total_minor created_at expires_at discount_kind promo_code deposit_minor balance_due_at gift_card_minor credit_minor',
    keeper: 'rule',
    rules: [{ after: 'expires_at', days: 1 }],
    erasure: { kept: 'names nobody, and is deleted within a day' },
    export: { none: 'a price of 15 minutes; what was bought stands in the order' },
  },
  seat_hold: {
    purpose: 'Seats kept while somebody pays',
    personal: {
      held_from:
        'limits how many seats one network holds; hashed, and emptied when the hold ends, or a day after it ended unpaid',
      held_by:
        'limits how long one client holds; hashed, and emptied when the hold ends, or a day after it ended unpaid',
    },
    free: 'id order_id course_code seats state created_at expires_at started_at presented_at ended_unpaid_at',
    keeper: 'order',
    rules: [{ after: 'ended_unpaid_at', days: 1, clear: { held_from: null, held_by: null } }],
    erasure: { kept: 'names nobody' },
    export: { none: 'hashes that are emptied within a day' },
  },
  enrolment: {
    purpose: 'Who is in a course',
    personal: {
      person_id: 'whose seat it is',
      asked_from: 'limits free places per network; hashed',
      asked_by: 'the browser that asked for a free place; hashed',
      cancelled_by: 'the admin who ended the seat',
      cancel_reason: 'why the seat was ended',
    },
    free: 'id course_code order_id state created_at lapses_at seat cancelled_at frozen_at',
    keeper: 'order',
    rules: [{ after: 'created_at', days: 30, clear: { asked_from: null, asked_by: null } }],
    erasure: { kept: 'the seat is given up; the row belongs to a person without a name' },
    export: 'enrolments',
  },
  enrolment_link: {
    purpose: 'Mailed links that confirm a free place',
    personal: { hash: 'finds the place', enrolment_id: 'which place' },
    free: '',
    keeper: 'rule',
    rules: [{ rule: 'enrolment links', says: 'deleted 30 days after the place was asked for' }],
    erasure: { kept: 'names nobody, and is deleted within 30 days' },
    export: { none: 'the hash of a secret' },
  },
  invitation: {
    purpose: 'Friends whom a buyer brings along',
    personal: {
      email: 'the invitation and one reminder',
      name: 'address in the invitation',
      token_hash: 'the mailed link',
      sent_at: 'sent once',
      reminded_at: 'reminded once',
      accepted_at: 'consent of the friend',
    },
    free: 'id order_id seat named_by_buyer created_at withdrawn_at',
    keeper: 'order',
    rules: [
      {
        rule: 'invitations',
        says: 'not accepted: deleted 30 days after the end of the cohort, or after the friend was replaced; without an end 395 days after the invitation',
      },
    ],
    erasure: 'deleted',
    export: 'invitations',
  },
  gift_card_purchase: {
    purpose: 'To whom a gift card goes',
    personal: {
      recipient_name: 'address in the e-mail',
      recipient_email: 'delivery',
      message: 'the buyer’s words to the recipient',
      erase_when_sent: 'buyer or recipient deleted their account before the card was sent',
    },
    free: 'order_id amount_minor send_at gift_card_id delivered_at cancelled_at',
    keeper: 'order',
    rules: [
      {
        rule: 'gift card recipients',
        says: 'name, address and message are removed 90 days after delivery or cancellation; at once after either where buyer or recipient deleted their account',
      },
    ],
    erasure: 'anonymised',
    export: 'giftCards',
  },
  ledger_account: {
    purpose: 'The books',
    personal: { id: 'a credit account names its person’s id', balance: 'credit that is left' },
    free: 'kind currency frozen_at',
    keeper: 'books',
    erasure: { kept: 'the books: the id leads to a person without a name' },
    export: 'credit',
  },
  refund: {
    purpose: 'Money that went back',
    personal: {
      reason: 'why, as it was written',
      provider_refund_id: 'the refund at the card provider',
      asked_by: 'the admin who asked for it',
    },
    free: 'id payment_id amount_minor state created_at request_id made_at sent_at',
    keeper: 'order',
    erasure: ABOUT_ADMIN,
    export: 'orders',
  },
  refund_request: adminAct(
    'Decisions to send money back',
    { asked_by: 'the admin who decided', reason: 'why, as it was written' },
    'id order_id cause amount_minor created_at',
    'orders',
  ),
  dispute: {
    purpose: 'Payments that a card holder’s bank disputes',
    personal: {
      provider_dispute_id: 'the dispute at the card provider',
      reason: 'why, in the bank’s words',
    },
    free: 'id payment_id state amount_minor currency answer_by opened_at provider_state_at decided_at',
    keeper: 'order',
    erasure: { kept: 'the books: it belongs to an order without a name' },
    export: 'orders',
  },
  receipt_request: {
    purpose: 'Receipts that an admin had sent again',
    personal: { asked_by: 'the admin who asked', reason: 'why, as it was written' },
    free: 'id order_id created_at',
    keeper: 'order',
    erasure: ABOUT_ADMIN,
    export: { none: 'the receipt itself is listed among the mails' },
  },
  cohort_cancellation: {
    purpose: 'Who called a cohort off',
    personal: { cancelled_by: 'the admin who did', reason: 'why, as it was written' },
    free: 'course_code cancelled_at',
    keeper: 'catalogue',
    erasure: ABOUT_ADMIN,
    export: { none: 'about a course, not about a person' },
  },
  state_history: {
    purpose: 'When an order, payment, refund, dispute or enrolment changed',
    personal: { subject_id: 'which order, payment, refund, dispute or enrolment', at: 'when' },
    free: 'id machine from_state to_state',
    keeper: 'books',
    rules: [{ after: 'at', days: 3653 }],
    erasure: { kept: 'the books: it belongs to an order without a name' },
    export: { none: 'the order tells its own state' },
  },
  provider_event: {
    purpose: 'Events of the card provider, each acted on once',
    personal: { intent_id: 'the payment at the card provider', received_at: 'when' },
    free: 'provider event_id type handled_at',
    keeper: 'rule',
    rules: [{ after: 'received_at', days: 400 }],
    erasure: { kept: 'names nobody' },
    export: { none: 'the order lists its payments' },
  },
}
