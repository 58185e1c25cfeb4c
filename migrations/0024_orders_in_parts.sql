-- Orders of several seats, lowered by a code, paid in parts and by gift card and credit.

alter table orders
  drop constraint orders_payment_type_check,
  add constraint orders_payment_type_check check (payment_type in ('full', 'deposit')),
  add column discount_kind text check (discount_kind in ('group', 'promo')),
  -- where the code is what lowers the price: it is used by this order while that is open or complete
  add column promo_code text references promo_code on delete restrict,
  add column deposit_minor bigint check (deposit_minor > 0 and deposit_minor < total_minor),
  add column balance_due_at timestamptz,
  add constraint orders_deposit check ((payment_type = 'deposit') = (deposit_minor is not null and balance_due_at is not null)),
  add constraint orders_promo check ((discount_kind is not distinct from 'promo') = (promo_code is not null));
create index orders_promo on orders (promo_code) where promo_code is not null;

-- A gift card or credit that an order takes is a payment too: pending while it is held, complete once it is spent.
alter table payment
  drop constraint payment_method_check,
  add constraint payment_method_check check (method in ('card', 'gift-card', 'credit', 'none')),
  -- what it is for: the order as it was placed, or the balance that was left
  add column purpose text not null default 'purchase' check (purpose in ('purchase', 'balance')),
  add column account_id text references ledger_account on delete restrict,
  add constraint payment_tender check (
    (method in ('gift-card', 'credit')) = (account_id is not null) and (account_id is null or provider = 'none'));
drop index payment_one_live;
create unique index payment_one_live on payment (order_id) where state in ('pending', 'declined') and provider <> 'none';
drop index payment_one_kept;
create unique index payment_one_kept on payment (order_id, purpose, method) where state = 'complete';
drop index payment_unsettled;
create index payment_unsettled on payment (asked_at) where state in ('pending', 'declined', 'returning') and provider <> 'none';

-- A place of a group whose person is not known yet is a friend's, until they accept.
alter table enrolment
  alter column person_id drop not null,
  add column seat integer not null default 1 check (seat between 1 and 10);
create unique index enrolment_seat on enrolment (order_id, seat) where state <> 'cancelled';

-- A friend that a buyer named. Only the hash of the link's token is kept; the name and address go when they never accept.
create table invitation (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete restrict,
  seat integer not null check (seat between 2 and 10),
  email text not null check (email = lower(email)),
  name text,
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  reminded_at timestamptz,
  accepted_at timestamptz,
  -- another friend was named in this one's place
  withdrawn_at timestamptz
);
create unique index invitation_seat on invitation (order_id, seat) where withdrawn_at is null;
create unique index invitation_friend on invitation (order_id, email) where withdrawn_at is null;
