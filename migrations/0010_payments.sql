-- Payments, the provider's events, deleted orders, and the orders of cancelled cohorts (docs/contract §5).
-- Owner: orders

create table payment (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete restrict,
  attempt integer not null check (attempt > 0),
  method text not null check (method in ('card', 'paypal', 'gift-card', 'credit', 'none')),
  provider text not null check (provider in ('sandbox', 'stripe', 'sandbox-paypal', 'paypal', 'none')),
  state text not null default 'pending' check (state in ('pending', 'declined', 'complete', 'cancelled', 'refund-pending', 'returned')),
  amount_minor bigint not null check (amount_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  provider_intent_id text,
  failure_code text,
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  payer_fingerprint text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  last_polled_at timestamptz not null default now(),
  provider_state_at timestamptz,
  purpose text not null default 'purchase' check (purpose in ('purchase', 'balance')),
  account_id text references ledger_account on delete restrict,
  card_presented_at timestamptz,
  captures smallint not null default 0 check (captures >= 0),
  capture_requested_at timestamptz,
  unique (order_id, attempt),
  unique (provider, provider_intent_id),
  check ((amount_minor = 0) = (method = 'none')),
  constraint payment_over_nothing check (method <> 'none' or (provider = 'none' and provider_intent_id is null and state = 'complete')),
  constraint payment_provider_of_method check ((method = 'paypal') = (provider in ('sandbox-paypal', 'paypal'))),
  constraint payment_capture check (capture_requested_at is null or (method = 'paypal' and captures > 0)),
  constraint payment_tender check (
    (method in ('gift-card', 'credit')) = (account_id is not null) and (account_id is null or provider = 'none'))
);
comment on table payment is
  'One attempt to pay, or the gift card or credit that an order uses. A new attempt needs the end of the one before.';
comment on column payment.method is 'none: an order that costs nothing. It never reaches a provider and is complete at once.';
comment on column payment.state is 'src/domain/orders/payment.ts has the state machine. A gift card is pending while it is held.';
comment on column payment.amount_minor is 'Minor units of the currency.';
comment on column payment.refunded_minor is 'The amount that the provider accepted to refund.';
comment on column payment.provider_intent_id is 'The payment at the provider. Null until it was created there.';
comment on column payment.failure_code is 'Why the last card was declined, such as insufficient_funds.';
comment on column payment.payer_fingerprint is 'Hash of the provider''s fingerprint of the card, or of its id of the PayPal account. Nobody is rewarded for an order that they paid.';
comment on column payment.settled_at is 'When the payment became complete.';
comment on column payment.last_polled_at is 'When the reconciler last asked the provider. The longest unasked payment is next.';
comment on column payment.provider_state_at is 'When the provider was asked for the stored state. An older response is ignored.';
comment on column payment.purpose is 'purchase: the order as placed. balance: the rest after a deposit.';
comment on column payment.account_id is 'The ledger account of the gift card or credit that pays.';
comment on column payment.card_presented_at is 'When the provider first had a card for it. The reconciler asks about these first.';
comment on column payment.captures is 'How often an approved payment was captured. Part of the key of the call to the provider.';
comment on column payment.capture_requested_at is
  'Since then a capture may have charged the buyer. Until the provider says otherwise, the payment cannot be cancelled.';
-- An order has at most one live attempt at a provider, and one complete payment for each part and method.
create unique index payment_one_live on payment (order_id) where state in ('pending', 'declined') and provider <> 'none';
create unique index payment_one_complete on payment (order_id, purpose, (case method when 'paypal' then 'card' else method end))
  where state = 'complete';
create index payment_unsettled on payment (last_polled_at)
  where state in ('pending', 'declined', 'refund-pending') and provider <> 'none';
create index payment_fingerprint on payment (payer_fingerprint) where payer_fingerprint is not null;
create index payment_presented on payment (last_polled_at)
  where state in ('pending', 'declined', 'refund-pending') and provider <> 'none' and card_presented_at is not null;

insert into transition (machine, from_state, to_state) values
  ('payment', 'pending', 'declined'),
  ('payment', 'pending', 'complete'),
  ('payment', 'pending', 'cancelled'),
  ('payment', 'pending', 'refund-pending'),
  ('payment', 'declined', 'pending'),
  ('payment', 'declined', 'complete'),
  ('payment', 'declined', 'cancelled'),
  ('payment', 'declined', 'refund-pending'),
  ('payment', 'cancelled', 'pending'),
  ('payment', 'cancelled', 'complete'),
  ('payment', 'cancelled', 'refund-pending'),
  ('payment', 'refund-pending', 'returned'),
  ('payment', 'returned', 'refund-pending');
create trigger payment_transition before update of state on payment for each row execute function guard_transition('payment');

create table provider_event (
  provider text not null,
  event_id text not null,
  intent_id text,
  type text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (provider, event_id)
);
comment on table provider_event is 'Webhook events, stored once by their id before anything is done about them.';
comment on column provider_event.intent_id is 'The payment at the provider. Null for an event about something else, which is ignored.';
create index provider_event_waiting on provider_event (received_at) where handled_at is null;
create index provider_event_intent on provider_event (intent_id);
create index provider_event_age on provider_event using brin (received_at);

create table deleted_order (
  order_id uuid primary key,
  number bigint not null unique,
  product text not null check (product in ('cohort', 'gift-card')),
  cohort_code text references cohort,
  offer_code text references offer,
  seats integer not null check (seats between 0 and 10),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_minor bigint not null check (total_minor >= 0),
  created_at timestamptz not null,
  deleted_at timestamptz not null default now()
);
comment on table deleted_order is
  'The remains of an unpaid order: no name, but enough to refund a charge that arrives later (docs/contract §5).';
comment on column deleted_order.created_at is 'When the order was placed.';

create table deleted_payment (
  provider text not null,
  provider_intent_id text not null,
  payment_id uuid not null unique,
  order_id uuid not null references deleted_order on delete cascade,
  attempt integer not null check (attempt > 0),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  primary key (provider, provider_intent_id)
);
comment on table deleted_payment is 'The payments of deleted orders, found by the provider''s id of a late charge.';
comment on column deleted_payment.created_at is 'When the attempt was made.';
create index deleted_payment_order on deleted_payment (order_id);

-- Owner: payments
create table cohort_cancellation_order (
  order_id uuid primary key references orders on delete cascade,
  cohort_code text not null references cohort_cancellation on delete restrict,
  done_at timestamptz
);
comment on table cohort_cancellation_order is
  'The orders that the cancellation of a cohort ends. A job refunds them one by one and mails their buyers.';
comment on column cohort_cancellation_order.done_at is 'When the order was refunded and its mail queued.';
create index cohort_cancellation_order_waiting on cohort_cancellation_order (cohort_code) where done_at is null;
