-- The data of the sandbox providers, for cards and as PayPal (docs/decisions/0004). Only their engines read these
-- tables, as if the providers were on the other side of a network.
-- Owner: sandbox
create schema sandbox;

create table sandbox.intent (
  id text primary key,
  method text not null default 'card' check (method in ('card', 'paypal')),
  client_secret text unique,
  idempotency_key text not null unique,
  status text not null check (status in ('requires_payment_method', 'requires_action', 'approved', 'processing', 'succeeded', 'canceled')),
  amount_minor bigint not null check (amount_minor > 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  currency text not null,
  reference text not null,
  failure_code text,
  card_brand text,
  card_last4 text,
  card_fingerprint text,
  card_exp_month smallint,
  card_exp_year smallint,
  settles_at timestamptz,
  created_at timestamptz not null default now(),
  challenge text unique,
  return_url text not null,
  cancel_url text,
  approval text unique,
  on_capture text check (on_capture in ('succeeded', 'declined', 'late', 'disputed', 'inquired')),
  capture_key text,
  payer text,
  check (method = 'card' or (client_secret is null and cancel_url is not null and approval is not null)),
  check (method = 'paypal' or (client_secret is not null and approval is null and status <> 'approved')),
  customer_id text,
  method_id text
);
comment on table sandbox.intent is 'Payments, named and shaped as Stripe''s PaymentIntent.';
comment on column sandbox.intent.client_secret is 'With it the browser sends a card.';
comment on column sandbox.intent.idempotency_key is 'The site''s key: a repeat of its call gets the same intent.';
comment on column sandbox.intent.reference is 'The id of the payment on the site.';
comment on column sandbox.intent.card_fingerprint is 'Hash of number, expiry and code, so that people with the same test card can have different cards.';
comment on column sandbox.intent.settles_at is 'When a card that answers late gets its outcome.';
comment on column sandbox.intent.challenge is 'Names the bank''s question in the address of its page. It is no secret of the payment.';
comment on column sandbox.intent.return_url is 'The address to which the bank''s page sends the buyer after the question.';
comment on column sandbox.intent.approval is 'Names the payment in the address of the page on which the buyer approves it.';
comment on column sandbox.intent.on_capture is 'The end of the capture, which the buyer chose on that page. Null until the payment is approved.';
comment on column sandbox.intent.capture_key is 'The key of the last capture: a repeat of the call changes nothing.';
comment on column sandbox.intent.payer is 'The pretend PayPal account that approved the payment. Each approval has another one.';
comment on column sandbox.intent.customer_id is 'The customer whose card is saved, or charged. Null: no card is saved.';
comment on column sandbox.intent.method_id is 'The saved card.';
create index intent_open on sandbox.intent (created_at) where status not in ('succeeded', 'canceled');

create table sandbox.refund (
  id text primary key,
  intent_id text not null references sandbox.intent,
  idempotency_key text not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  status text not null default 'succeeded' check (status in ('succeeded', 'failed')),
  created_at timestamptz not null default now()
);
comment on table sandbox.refund is 'Refunds of a payment.';
create index sandbox_refund_intent on sandbox.refund (intent_id);

create table sandbox.dispute (
  id text primary key,
  intent_id text not null references sandbox.intent,
  status text not null check (status in ('inquiry', 'open', 'closed', 'won', 'lost')),
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  answer_by timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table sandbox.dispute is 'Disputes of a payment. Its bank''s page decides who wins.';
create index sandbox_dispute_intent on sandbox.dispute (intent_id);

create table sandbox.dispute_movement (
  id text primary key,
  dispute_id text not null references sandbox.dispute,
  amount_minor bigint not null,
  fee_minor bigint not null,
  created_at timestamptz not null default now()
);
comment on table sandbox.dispute_movement is 'The money of a dispute.';
comment on column sandbox.dispute_movement.amount_minor is 'Minor units. Negative: taken from the shop.';
create index sandbox_dispute_movement on sandbox.dispute_movement (dispute_id);

create table sandbox.event (
  id text primary key,
  intent_id text not null references sandbox.intent,
  type text not null,
  created_at timestamptz not null default now()
);
comment on table sandbox.event is 'Webhook events for the site.';

create table sandbox.saved_card (
  id text primary key,
  customer_id text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint,
  exp_year smallint,
  later text not null check (later in ('succeeded', 'card_declined', 'authentication_required')),
  detached_at timestamptz
);
comment on table sandbox.saved_card is 'Cards that a buyer agreed to keep for a later charge.';
comment on column sandbox.saved_card.later is 'The answer to a charge without the buyer. It follows from the number of the test card.';
