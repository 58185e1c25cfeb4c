-- Unpaid orders are deleted. What is left of them names nobody, and is enough to send back a charge that comes later.
create table deleted_order (
  order_id uuid primary key,
  number bigint not null unique,
  course_code text not null references cohort,
  offer_code text not null references offer,
  seats integer not null check (seats between 1 and 10),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_minor bigint not null check (total_minor >= 0),
  created_at timestamptz not null,
  deleted_at timestamptz not null default now()
);
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
create index deleted_payment_order on deleted_payment (order_id);

alter table orders
  -- a charge came after this order had been deleted: the row is back without its buyer, and the money goes back
  add column restored_at timestamptz;
create index orders_restored on orders (restored_at) where restored_at is not null;
create index orders_unpaid on orders (created_at) where state in ('expired', 'superseded');
