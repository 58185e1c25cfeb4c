/** Personal data of orders, seats and payments. */
import type { PersonalTable, PersonalTables } from '../table.ts'

const TEN_YEARS = {
  rule: 'orders of long ago',
  description: 'name, address and card digits are replaced ten years after the order',
} as const
const RETAINED_ADMIN_ACTION = {
  retentionReason: 'an admin action; its id identifies nobody once the admin’s account is deleted',
}

/** A table of admin actions on an order. */
function createAdminTable(purpose: string, personal: Record<string, string>, section: string): PersonalTable {
  return {
    purpose,
    personal,
    retainedBy: 'order',
    erasure: RETAINED_ADMIN_ACTION,
    export: section,
  }
}

export const orderTables: PersonalTables = {
  orders: {
    purpose: 'Orders and their buyers; an unpaid order is deleted 30 days after it was placed',
    personal: {
      number: 'the number on the invoice',
      email: 'receipt, invoice, the buyer’s portal',
      name: 'receipt and invoice',
      phone_number: 'reaching the buyer when a session changes at short notice',
      timezone_id: 'times in the buyer’s zone',
      person_id: 'the buyer’s account',
      terms_accepted_at: 'proof that the terms were accepted',
      marketing: 'proof of consent to news',
      attribution: 'the campaign that brought the buyer',
      first_touch: 'the first campaign that brought the buyer',
      client: 'the browser that placed it, hashed, while the order is open',
      limit_key: 'limits unpaid orders; the network or person, hashed, while the order is open',
      promo_code: 'the discount',
      referral_code: 'the code of the friend who brought the buyer',
      tax_country: 'the buyer’s country, whose tax the price includes',
    },
    nonPersonal: 'quote_id currency tax_name',
    retainedBy: 'books',
    rules: [
      { after: 'created_at', days: 730, clear: { phone_number: null, attribution: '{}', first_touch: '{}' } },
      TEN_YEARS,
    ],
    erasure: 'anonymised',
    export: 'orders',
  },
  order_line: {
    purpose: 'The lines of an invoice',
    personal: { label: 'the purchased item; for a gift card the recipient’s name' },
    retainedBy: 'order',
    rules: [{ rule: 'gift card recipients', description: 'the recipient’s name is removed with the gift card’s' }],
    erasure: 'anonymised',
    export: 'orders',
  },
  invoice_file: {
    purpose: 'Cached PDFs of invoices and credit notes',
    personal: { content: 'the PDF, which may name the buyer; deleted when a name is erased from the order' },
    nonPersonal: 'content_hash',
    retainedBy: 'rule',
    rules: [{ after: 'created_at', days: 30 }],
    erasure: 'deleted',
    export: { reasonOmitted: 'generated from the order, which is exported' },
  },
  payment: {
    purpose: 'Payments of an order',
    personal: {
      provider_intent_id: 'the payment at the card provider',
      card_brand: 'which card, on the receipt',
      card_last4: 'which card, on the receipt',
      payer_fingerprint: 'finds rewards for an order that one paid oneself, by card or PayPal account; hashed',
      account_id: 'the gift card or credit that paid',
    },
    nonPersonal: 'currency failure_code',
    retainedBy: 'order',
    rules: [TEN_YEARS],
    erasure: { retentionReason: 'accounting record; its order has no name any more' },
    export: 'orders',
  },
  checkout_token: {
    purpose: 'Access of a browser to its order',
    personal: { hash: 'finds the order', order_id: 'the order' },
    retainedBy: 'rule',
    rules: [{ after: 'expires_at', days: 7 }],
    erasure: { retentionReason: 'contains no name or address, and is deleted within eight days' },
    export: { reasonOmitted: 'the hash of a secret' },
  },
  quote: {
    purpose: 'A price that holds for 15 minutes',
    personal: {
      person_id: 'the signed-in person who asked',
      credit_person_id: 'the owner of the credit',
      gift_card_id: 'the gift card',
      referral_code: 'the code of the friend who brought the buyer',
      tax_country: 'the buyer’s country, whose tax the price includes',
    },
    nonPersonal: 'currency tax_name',
    retainedBy: 'rule',
    rules: [{ after: 'expires_at', days: 1 }],
    erasure: { retentionReason: 'contains no name or address, and is deleted within a day' },
    export: { reasonOmitted: 'a price for 15 minutes; the purchase is in the order' },
  },
  seat_hold: {
    purpose: 'Seats that are held during a payment',
    personal: {
      ip_hash:
        'limits how many seats one network holds; hashed, and emptied when the hold ends, or a day after it ended unpaid',
      client_hash:
        'limits how long one client holds seats; hashed, and emptied when the hold ends, or a day after it ended unpaid',
    },
    retainedBy: 'order',
    rules: [{ after: 'ended_unpaid_at', days: 1, clear: { ip_hash: null, client_hash: null } }],
    erasure: { retentionReason: 'contains no name or address' },
    export: { reasonOmitted: 'hashes that are emptied within a day' },
  },
  seat_move: {
    purpose: 'Seats that teachers moved to other dates',
    personal: { order_id: 'the order of the seat', moved_by: 'the teacher or admin', moved_at: 'when' },
    retainedBy: 'order',
    erasure: { retentionReason: 'part of the order; the person has no name any more' },
    export: 'seatMoves',
  },
  enrolment: {
    purpose: 'Seats in a course',
    personal: {
      last_seen_on: 'the day of the last visit',
      moved_at: 'when the seat moved to other dates',
      person_id: 'owner of the seat',
      ip_hash: 'limits free enrolments per network; hashed',
      client_hash: 'the browser that requested a free enrolment; hashed',
      cancelled_by: 'the admin who ended the seat',
      cancel_reason: 'reason for the end',
    },
    retainedBy: 'order',
    rules: [{ after: 'created_at', days: 30, clear: { ip_hash: null, client_hash: null } }],
    erasure: { retentionReason: 'the seat is cancelled; the person has no name any more' },
    export: 'enrolments',
  },
  enrolment_link: {
    purpose: 'E-mailed links that confirm a free enrolment',
    personal: { hash: 'finds the enrolment', enrolment_id: 'the enrolment' },
    retainedBy: 'rule',
    rules: [{ rule: 'enrolment links', description: 'deleted 30 days after the enrolment was requested' }],
    erasure: { retentionReason: 'contains no name or address, and is deleted within 30 days' },
    export: { reasonOmitted: 'the hash of a secret' },
  },
  invitation: {
    purpose: 'Friends invited by a buyer',
    personal: {
      email: 'the invitation and one reminder',
      name: 'greeting in the invitation',
      token_hash: 'the e-mailed link',
      sent_at: 'sent once',
      reminded_at: 'reminded once',
      accepted_at: 'consent of the friend',
    },
    retainedBy: 'order',
    rules: [
      {
        rule: 'invitations',
        description:
          'an invitation that was not accepted is deleted 30 days after the cohort ended or the friend was replaced; without an end date 395 days after the invitation',
      },
    ],
    erasure: 'deleted',
    export: 'invitations',
  },
  gift_card_purchase: {
    purpose: 'Recipients of gift cards',
    personal: {
      recipient_name: 'greeting in the e-mail',
      recipient_email: 'delivery',
      message: 'message from the buyer to the recipient',
      erase_when_sent: 'buyer or recipient deleted their account before the card was sent',
    },
    retainedBy: 'order',
    rules: [
      {
        rule: 'gift card recipients',
        description:
          'name, address and message are removed 90 days after delivery or cancellation; immediately after either if the buyer or recipient deleted their account',
      },
    ],
    erasure: 'anonymised',
    export: 'giftCards',
  },
  ledger_account: {
    purpose: 'Accounting ledger',
    personal: { id: 'a credit account contains the person’s id', balance: 'remaining credit' },
    nonPersonal: 'currency',
    retainedBy: 'books',
    erasure: { retentionReason: 'accounting record; its person has no name any more' },
    export: 'credit',
  },
  refund: {
    purpose: 'Refunds',
    personal: {
      reason: 'the reason, as written',
      provider_refund_id: 'the refund at the card provider',
      requested_by: 'the admin who requested it',
    },
    retainedBy: 'order',
    erasure: RETAINED_ADMIN_ACTION,
    export: 'orders',
  },
  refund_request: {
    ...createAdminTable(
      'Decisions about refunds',
      { requested_by: 'the admin who decided', reason: 'the reason, as written' },
      'orders',
    ),
    nonPersonal: 'request_key answer',
  },
  dispute: {
    purpose: 'Payments that a card holder’s bank disputes',
    personal: {
      provider_dispute_id: 'the dispute at the card provider',
      reason: 'the reason given by the bank',
    },
    nonPersonal: 'currency',
    retainedBy: 'order',
    erasure: { retentionReason: 'accounting record; its order has no name any more' },
    export: 'orders',
  },
  receipt_request: {
    purpose: 'Receipts that an admin sent again',
    personal: { requested_by: 'the admin who requested it', reason: 'the reason, as written' },
    retainedBy: 'order',
    erasure: RETAINED_ADMIN_ACTION,
    export: { reasonOmitted: 'the receipt itself is listed with the e-mails' },
  },
  course_version: {
    purpose: 'Published versions of courses',
    personal: { published_by: 'who published it', note: 'the note, as written' },
    nonPersonal: 'course_code document sha256 unit_hashes',
    retainedBy: 'versions',
    erasure: RETAINED_ADMIN_ACTION,
    export: { reasonOmitted: 'about a course, not about a person' },
  },
  course_draft: {
    purpose: 'Texts of courses that are not published yet',
    personal: { updated_by: 'who saved it last', body: 'may quote learners by name, with their consent' },
    nonPersonal: 'unit',
    retainedBy: 'catalogue',
    erasure: RETAINED_ADMIN_ACTION,
    export: { reasonOmitted: 'about a course, not about a person' },
  },
  information_page: {
    purpose: 'Texts of information pages that were edited in the browser',
    personal: { updated_by: 'who saved it last', draft: 'may name the people of the site', published: 'the same' },
    nonPersonal: 'name',
    retainedBy: 'catalogue',
    erasure: RETAINED_ADMIN_ACTION,
    export: { reasonOmitted: 'about the site, not about a person' },
  },
  preview_link: {
    purpose: 'Links that show the draft of a course',
    personal: { created_by: 'who made it' },
    nonPersonal: 'token_hash',
    retainedBy: 'rule',
    rules: [{ after: 'expires_at', days: 0 }],
    erasure: RETAINED_ADMIN_ACTION,
    export: { reasonOmitted: 'about a course, not about a person' },
  },
  cohort_cancellation: {
    purpose: 'Cancellations of cohorts',
    personal: { cancelled_by: 'the admin who cancelled it', reason: 'the reason, as written' },
    retainedBy: 'catalogue',
    erasure: RETAINED_ADMIN_ACTION,
    export: { reasonOmitted: 'about a course, not about a person' },
  },
  state_history: {
    purpose: 'State changes of orders, payments, refunds, disputes and enrolments',
    personal: { subject_id: 'the order, payment, refund, dispute or enrolment', at: 'when' },
    nonPersonal: 'machine from_state to_state',
    retainedBy: 'books',
    rules: [{ after: 'at', days: 3653 }],
    erasure: { retentionReason: 'accounting record; its order has no name any more' },
    export: { reasonOmitted: 'the order shows its state' },
  },
  provider_event: {
    purpose: 'Events of the card provider',
    personal: { intent_id: 'the payment at the card provider', received_at: 'when' },
    nonPersonal: 'provider event_id type',
    retainedBy: 'rule',
    rules: [{ after: 'received_at', days: 400 }],
    erasure: { retentionReason: 'contains no name or address' },
    export: { reasonOmitted: 'the order lists its payments' },
  },
}
