create sequence order_number start 20418;

-- A price that was shown, kept for 15 minutes: what is charged is what stands here.
create table quote (
  id uuid primary key default gen_random_uuid(),
  course_code text not null references cohort,
  offer_code text not null references offer,
  seats integer not null check (seats between 1 and 10),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unit_minor bigint not null check (unit_minor >= 0),
  subtotal_minor bigint not null check (subtotal_minor = unit_minor * seats),
  total_minor bigint not null check (total_minor between 0 and subtotal_minor),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index quote_expiry on quote (expires_at);

create table orders (
  id uuid primary key default gen_random_uuid(),
  number bigint not null unique default nextval('order_number'),
  state text not null default 'open' check (state in ('open', 'complete', 'expired', 'superseded', 'returning', 'returned')),
  course_code text not null references cohort,
  offer_code text not null references offer,
  quote_id uuid,
  payment_type text not null check (payment_type in ('full')),
  seats integer not null check (seats between 1 and 10),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  total_minor bigint not null check (total_minor between 0 and subtotal_minor),
  -- an order belongs to its address; the person is known once it is paid
  email text not null check (email = lower(email)),
  name text not null,
  phone_number text,
  timezone_id text not null,
  person_id uuid references person on delete restrict,
  terms_accepted_at timestamptz not null,
  marketing boolean not null default false,
  attribution jsonb not null default '{}',
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  check ((state = 'complete') = (completed_at is not null)),
  check (state <> 'complete' or person_id is not null)
);
-- one address has at most one unpaid order for a run
create unique index orders_one_open on orders (course_code, email) where state = 'open';
create index orders_email on orders (email);
create trigger orders_transition before update of state on orders for each row execute function guard_transition('order');

create table order_line (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete restrict,
  position integer not null,
  kind text not null check (kind in ('seats')),
  label text not null,
  amount_minor bigint not null,
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  unique (order_id, position)
);

-- What lets the browser that placed an order follow it; only the hash is kept.
create table checkout_token (
  hash bytea primary key,
  order_id uuid not null references orders on delete cascade,
  expires_at timestamptz not null
);
create index checkout_token_order on checkout_token (order_id);

-- Seats set aside while a payment is in hand.
create table seat_hold (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references orders on delete restrict,
  course_code text not null references cohort,
  seats integer not null check (seats > 0),
  state text not null default 'live' check (state in ('live', 'taken', 'released')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (expires_at <= created_at + interval '30 minutes')
);
create index seat_hold_live on seat_hold (expires_at) where state = 'live';
create index seat_hold_cohort on seat_hold (course_code) where state = 'live';
create trigger seat_hold_transition before update of state on seat_hold for each row execute function guard_transition('seat_hold');

create table enrolment (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person on delete restrict,
  course_code text not null references cohort,
  order_id uuid not null references orders on delete restrict,
  state text not null default 'active' check (state in ('active', 'cancelled')),
  created_at timestamptz not null default now()
);
create unique index enrolment_once on enrolment (course_code, person_id) where state = 'active';
create index enrolment_person on enrolment (person_id);
create index enrolment_order on enrolment (order_id);
create trigger enrolment_transition before update of state on enrolment for each row execute function guard_transition('enrolment');

-- An order is complete only with a place for each of its seats. Asked at the end of the transaction that says so.
create function order_must_be_seated() returns trigger language plpgsql as $$
begin
  if (select count(*) from enrolment where order_id = new.id) < new.seats then
    raise exception 'order % is complete without its enrolments', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger orders_seated after insert or update of state on orders deferrable initially deferred
  for each row when (new.state = 'complete') execute function order_must_be_seated();

-- One attempt to pay. A new one exists only once the one before is known dead at the provider.
create table payment (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete restrict,
  attempt integer not null check (attempt > 0),
  method text not null check (method in ('card', 'none')),
  provider text not null check (provider in ('sandbox', 'none')),
  state text not null default 'pending' check (state in ('pending', 'declined', 'complete', 'cancelled', 'returning', 'returned')),
  amount_minor bigint not null check (amount_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  provider_intent_id text,
  failure_code text,
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- when the reconciler last asked about it: who waited longest is next
  asked_at timestamptz not null default now(),
  -- when the fact was asked for that it stands on: an older one is not heard any more
  told_as_of timestamptz,
  unique (order_id, attempt),
  unique (provider, provider_intent_id),
  check ((amount_minor = 0) = (method = 'none'))
);
create unique index payment_one_live on payment (order_id) where state in ('pending', 'declined');
create unique index payment_one_kept on payment (order_id) where state = 'complete';
create index payment_unsettled on payment (asked_at) where state in ('pending', 'declined', 'returning');
create trigger payment_transition before update of state on payment for each row execute function guard_transition('payment');

create table refund (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payment on delete restrict,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  state text not null default 'queued' check (state in ('queued', 'accepted')),
  provider_refund_id text unique,
  created_at timestamptz not null default now(),
  check ((state = 'accepted') = (provider_refund_id is not null))
);
create index refund_payment on refund (payment_id);
create trigger refund_transition before update of state on refund for each row execute function guard_transition('refund');

-- What providers tell us, stored once by event id before anything is done about it.
create table provider_event (
  provider text not null,
  event_id text not null,
  intent_id text not null,
  type text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (provider, event_id)
);
create index provider_event_waiting on provider_event (received_at) where handled_at is null;

insert into transition (machine, from_state, to_state) values
  ('order', 'open', 'complete'),
  ('order', 'open', 'expired'),
  ('order', 'open', 'superseded'),
  ('order', 'open', 'returning'),
  ('order', 'expired', 'complete'),
  ('order', 'expired', 'returning'),
  ('order', 'superseded', 'complete'),
  ('order', 'superseded', 'returning'),
  ('order', 'returning', 'returned'),
  ('payment', 'pending', 'declined'),
  ('payment', 'pending', 'complete'),
  ('payment', 'pending', 'cancelled'),
  ('payment', 'pending', 'returning'),
  ('payment', 'declined', 'pending'),
  ('payment', 'declined', 'complete'),
  ('payment', 'declined', 'cancelled'),
  ('payment', 'declined', 'returning'),
  ('payment', 'cancelled', 'complete'),
  ('payment', 'cancelled', 'returning'),
  ('payment', 'returning', 'returned'),
  ('seat_hold', 'live', 'taken'),
  ('seat_hold', 'live', 'released'),
  ('enrolment', 'active', 'cancelled'),
  ('refund', 'queued', 'accepted');
