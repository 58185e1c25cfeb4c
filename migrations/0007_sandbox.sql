-- The sandbox card provider's own books. Nothing of ours reads them but its engine, as it would be
-- with a provider on the other side of a network.
create schema sandbox;

create table sandbox.intent (
  id text primary key,
  client_secret text not null unique,
  idempotency_key text not null unique,
  status text not null check (status in ('requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled')),
  amount_minor bigint not null check (amount_minor > 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  currency text not null,
  reference text not null,
  failure_code text,
  card_brand text,
  card_last4 text,
  -- when a late answer comes
  settles_at timestamptz,
  created_at timestamptz not null default now()
);
create index intent_open on sandbox.intent (created_at) where status not in ('succeeded', 'canceled');

create table sandbox.refund (
  id text primary key,
  intent_id text not null references sandbox.intent,
  idempotency_key text not null unique,
  amount_minor bigint not null check (amount_minor > 0)
);

create table sandbox.event (
  id text primary key,
  intent_id text not null references sandbox.intent,
  type text not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index event_undelivered on sandbox.event (created_at) where delivered_at is null;
