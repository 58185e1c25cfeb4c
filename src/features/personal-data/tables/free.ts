/** Tables none of whose columns is about a person: their columns, separated by spaces. */
export const freeTables: Readonly<Record<string, string>> = {
  cohort: 'course_code prefix_code name state capacity taken timezone_id starts_at ends_at enrol_closes_at',
  cohort_cancellation_order: 'order_id course_code done_at',
  cohort_session: 'id course_code position item_id title pro local_start timezone_id starts_at ends_at',
  course_creator: 'prefix_code creator_slug position',
  course_page: 'path prefix_code position',
  course_words: 'prefix_code words',
  deleted_order: 'order_id number course_code offer_code seats currency total_minor created_at deleted_at',
  deleted_payment: 'provider provider_intent_id payment_id order_id attempt amount_minor currency created_at',
  dispute_movement: 'id dispute_id kind provider_movement_id amount_minor fee_minor fee_currency at',
  exchange_rate: 'currency per_usd step_minor as_of',
  gift_card: 'id code_mac currency issued_minor created_at',
  installation: 'id created_mode demo_seed created_at',
  ledger_entry: 'id transaction_id account_id amount',
  ledger_transaction: 'id kind reference at',
  migration: 'name hash applied_at',
  offer:
    'offer_code course_code currency price_minor discount_price_minor discount_ends_at before_price_minor deposit_minor position expires_at',
  promo_code:
    'code label percent_off amount_off_minor currency min_seats scope codes starts_at expires_at use_limit uses created_at',
  refund_request_line: 'request_id line_id amount_minor',
  refund_terms: 'delivery_type terms',
  transition: 'machine from_state to_state',
  // The sandbox card provider exists in demo and development only.
  'sandbox.dispute': 'id intent_id status amount_minor reason answer_by created_at',
  'sandbox.dispute_movement': 'id dispute_id amount_minor fee_minor created_at',
  'sandbox.event': 'id intent_id type created_at delivered_at',
  'sandbox.intent':
    'id client_secret idempotency_key status amount_minor refunded_minor currency reference failure_code card_brand card_last4 settles_at created_at challenge return_url',
  'sandbox.refund': 'id intent_id idempotency_key amount_minor status created_at',
}
