/** Tables without personal data, and their columns, separated by spaces. */
export const nonPersonalTables: Readonly<Record<string, string>> = {
  cohort:
    'cohort_code course_code name state capacity taken enrolled waiting_party opened_at dated_at timezone_id starts_at ends_at enrol_closes_at',
  cohort_cancellation_order: 'order_id cohort_code done_at',
  asset_reference: 'asset_id source source_key',
  caption_cue: 'track_id position starts_ms ends_ms text words search_text',
  caption_track: 'id asset_id language kind label version is_default',
  cohort_session:
    'id cohort_code position lesson_id title pro local_start timezone_id starts_at ends_at sealed_meeting_url recording_asset_id recap imported_recap imported_recording sequence cancelled_at',
  course_creator: 'course_code creator_slug position',
  course_page: 'path course_code position',
  course_redirect: 'path course_code since',
  course_search: 'course_code words',
  course_storage: 'course_code used_bytes reserved_bytes quota_bytes nearly_full_since',
  credential_key: 'key_id public_jwk sealed_private_key created_at retired_at compromised_at',
  deleted_order: 'order_id number product cohort_code offer_code seats currency total_minor created_at deleted_at',
  deleted_payment: 'provider provider_intent_id payment_id order_id attempt amount_minor currency created_at',
  dispute_movement: 'id dispute_id kind provider_movement_id amount_minor fee_minor fee_currency at',
  credit_note: 'number order_id request_id amount_minor waived_minor tax_minor currency issued_at',
  credit_note_line: 'credit_note_number line_id amount_minor',
  document_series: 'series last_number',
  exchange_rate: 'currency per_usd step_minor as_of',
  gift_card: 'id code_mac currency issued_minor created_at',
  installation: 'id created_mode demo_seed created_at blob_store_id',
  invoice: 'number order_id amount_minor currency issued_at',
  ledger_entry: 'id transaction_id account_id amount',
  ledger_transaction: 'id kind reference at',
  lesson:
    'id course_code module_id key position kind title summary minutes state is_required is_preview content asset_id release_rule release_at release_days release_lesson_id search_text',
  lesson_file: 'lesson_id course_code position asset_id label',
  lesson_prerequisite: 'lesson_id required_lesson_id',
  media_step:
    'id asset_id step state attempt failures deaths percent run_after lease_id leased_until error result created_at',
  mail_hour: 'hour count',
  module: 'id course_code key position title kind release_rule release_at release_days release_lesson_id',
  migration: 'name hash applied_at',
  offer:
    'offer_code cohort_code currency price_minor discount_price_minor discount_ends_at before_price_minor deposit_minor position expires_at',
  promo_code:
    'code label percent_off amount_off_minor currency min_seats scope codes starts_at expires_at use_limit uses created_at',
  refund_request_line: 'request_id line_id amount_minor',
  rendition: 'asset_id name folder codec width height bitrate frames_per_second bytes duration_ms segments',
  refund_terms: 'delivery_type terms',
  schedule_announcement: 'id created_at completed_at',
  schedule_change:
    'id session_id cohort_code lesson_id title timezone_id old_starts_at old_ends_at new_starts_at new_ends_at changed_at announcement_id',
  scheduled_job: 'name interval_seconds scheduled_at succeeded_at',
  transition: 'machine from_state to_state',
  upload_part: 'asset_id starts_at bytes name',
  upload: 'asset_id length received_bytes stated_sha256 expires_at lease_id leased_until',
  // The sandbox card provider exists in demo and development only.
  'sandbox.dispute': 'id intent_id status amount_minor reason answer_by created_at',
  'sandbox.dispute_movement': 'id dispute_id amount_minor fee_minor created_at',
  'sandbox.event': 'id intent_id type created_at',
  'sandbox.intent':
    'id method client_secret idempotency_key status amount_minor refunded_minor currency reference failure_code card_brand card_last4 card_fingerprint card_exp_month card_exp_year settles_at created_at challenge return_url cancel_url approval on_capture capture_key payer customer_id method_id',
  'sandbox.saved_card': 'id customer_id brand last4 exp_month exp_year later detached_at',
  'sandbox.refund': 'id intent_id idempotency_key amount_minor status created_at',
}
