-- Orders, their lines and the tokens that open them (docs/contract §5).

create sequence order_number start 20418;

-- The tax in an amount that includes it: amount × rate / (100 % + rate), half a minor unit up, as src/domain/money/tax.ts.
-- The rate is in thousandths of a percent. Numeric, because bigint would overflow.
create function included_tax(amount_minor bigint, rate integer) returns bigint language sql immutable strict parallel safe
  return div(2 * amount_minor::numeric * rate + 100000 + rate, 2 * (100000 + rate)::numeric)::bigint;

create table orders (
  id uuid primary key default uuidv7(),
  number bigint not null unique default nextval('order_number'),
  state text not null default 'open' check (state in ('open', 'complete', 'expired', 'replaced', 'refund-pending', 'returned')),
  product text not null check (product in ('cohort', 'gift-card')),
  cohort_code text references cohort,
  offer_code text references offer,
  quote_id uuid,
  payment_type text not null check (payment_type in ('full', 'deposit')),
  seats integer not null check (seats between 0 and 10),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal_minor bigint not null check (subtotal_minor >= 0),
  total_minor bigint not null check (total_minor between 0 and subtotal_minor),
  tax_country text,
  tax_name text,
  tax_rate integer,
  tax_minor bigint,
  email text not null check (email = lower(email)),
  name text not null,
  phone_number text,
  timezone_id text not null,
  person_id uuid references person on delete restrict,
  terms_accepted_at timestamptz not null,
  marketing boolean not null default false,
  attribution jsonb not null default '{}',
  first_touch jsonb not null default '{}',
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  discount_kind text check (discount_kind in ('group', 'promo', 'referral')),
  promo_code text references promo_code on delete restrict,
  referral_code text,
  deposit_minor bigint check (deposit_minor > 0 and deposit_minor < total_minor),
  balance_due_at timestamptz,
  waived_minor bigint not null default 0 check (waived_minor between 0 and total_minor),
  balance_paid_at timestamptz,
  balance_reminders smallint not null default 0 check (balance_reminders between 0 and 3),
  paused_at timestamptz,
  client bytea not null default '\x',
  limit_key bytea,
  restored_at timestamptz,
  course_version integer check (course_version > 0),
  check ((state = 'complete') = (completed_at is not null)),
  check (state <> 'complete' or person_id is not null),
  constraint orders_balance_of_deposit check (balance_due_at is not null or (balance_paid_at is null and paused_at is null)),
  constraint orders_deposit check ((payment_type = 'deposit') = (deposit_minor is not null and balance_due_at is not null)),
  constraint orders_paused_while_unpaid check (paused_at is null or balance_paid_at is null),
  constraint orders_product check (case product
    when 'cohort' then cohort_code is not null and offer_code is not null and seats > 0
    else cohort_code is null and offer_code is null and quote_id is null and seats = 0
      and payment_type = 'full' and total_minor = subtotal_minor and discount_kind is null and referral_code is null end),
  constraint orders_tax check (case when tax_rate is null
    then tax_country is null and tax_name is null and tax_minor is null
    else product = 'cohort' and total_minor > 0 and tax_rate between 1 and 100000 and tax_minor is not null
      and tax_country is not null and tax_country ~ '^[A-Z]{2}$' and tax_name is not null and tax_name <> ''
      and tax_minor = included_tax(total_minor, tax_rate) end),
  constraint orders_referral check (discount_kind is distinct from 'referral' or referral_code is not null),
  constraint orders_promo check ((discount_kind is not distinct from 'promo') = (promo_code is not null))
);
comment on table orders is
  'Orders of seats or of a gift card. Plural, because ORDER is an SQL keyword. Unpaid ones are deleted after 30 days.';
comment on column orders.number is 'The number on receipts. An invoice has a number of its own, without gaps.';
comment on column orders.state is 'src/domain/orders/order.ts has the state machine.';
comment on column orders.product is
  'cohort: seats of a cohort, at an offer''s price. gift-card: one gift card, whose data is in gift_card_purchase (docs/decisions/0030).';
comment on column orders.seats is 'Number of seats. 0 for a gift card.';
comment on column orders.course_version is
  'The version of the course that was published when the order was placed. Null for a gift card, and for a course without a version.';
comment on column orders.quote_id is 'The quote that was charged. Not a foreign key: quotes are deleted after a day.';
comment on column orders.subtotal_minor is 'Price of all seats before the discount, in minor units. So are the other amounts.';
comment on column orders.total_minor is 'Price after the discount. Gift cards and credit do not lower it: they are payments.';
comment on column orders.tax_country is 'The country whose tax the total includes, copied from the quote. Null without tax, and for a gift card.';
comment on column orders.tax_name is 'The tax as documents call it, such as VAT.';
comment on column orders.tax_rate is 'Thousandths of a percent: 19000 is 19 %.';
comment on column orders.tax_minor is 'The tax in the total, rounded once. It never changes. Credit notes have their own share.';
comment on column orders.email is 'The buyer''s address, lower case. An order belongs to its address.';
comment on column orders.person_id is 'The buyer. Null for a guest until the order is paid.';
comment on column orders.marketing is 'Whether the buyer agreed to news.';
comment on column orders.attribution is 'The last touch: the newest campaign that led to the order.';
comment on column orders.first_touch is 'The first touch: the oldest campaign of the buyer''s browser.';
comment on column orders.discount_kind is 'group: several seats. promo: a promo code. referral: a friend''s code. The buyer gets the better one, never both.';
comment on column orders.promo_code is 'The code that lowers the price. It counts as used while the order is open or complete.';
comment on column orders.referral_code is 'The code of the friend who brought the buyer, also where another discount is better.';
comment on column orders.deposit_minor is 'Due at once, where the buyer pays by deposit.';
comment on column orders.balance_due_at is 'When the rest is due, where the buyer pays by deposit.';
comment on column orders.waived_minor is 'The part of the balance that is not due any more, because its seat was cancelled.';
comment on column orders.balance_reminders is 'Reminders that were sent for an overdue balance.';
comment on column orders.paused_at is 'Since then the course is closed to the buyer, because the balance is overdue.';
comment on column orders.client is
  'Hash of the buyer''s client key, log-in or network address, while the order is open. Empty afterwards.';
comment on column orders.limit_key is 'Keyed hash of the client whose limit on open orders counts this one. Null afterwards.';
comment on column orders.restored_at is 'A charge arrived after the order had been deleted: the row is back without its buyer, for the refund.';
-- One client has at most one open order of an address and a cohort, and at most one open gift-card order of an address.
create unique index orders_one_open on orders (cohort_code, email, client) nulls not distinct where state = 'open';
-- A logged-in person has at most one open order of a cohort, from all browsers together. Only an open order has a live
-- attempt to pay for seats, so one person is never charged twice for one seat.
create unique index orders_one_open_of_person on orders (cohort_code, person_id) where state = 'open';
create index orders_email on orders (email);
create index orders_person on orders (person_id) where person_id is not null;
create index orders_promo on orders (promo_code) where promo_code is not null;
create index orders_balance on orders (balance_due_at) where state = 'complete' and balance_due_at is not null and balance_paid_at is null;
create index orders_words on orders using gin (search_vector(name || ' ' || email));
create index orders_state on orders (state, number);
create index orders_course on orders (cohort_code, number);
create index orders_placed on orders (created_at);
create index orders_completed on orders (completed_at) where completed_at is not null;
create index orders_unpaid on orders (created_at) where state in ('expired', 'replaced');
create index orders_restored on orders (restored_at) where restored_at is not null;

insert into transition (machine, from_state, to_state) values
  ('order', 'open', 'complete'),
  ('order', 'open', 'expired'),
  ('order', 'open', 'replaced'),
  ('order', 'open', 'refund-pending'),
  ('order', 'expired', 'open'),
  ('order', 'expired', 'complete'),
  ('order', 'expired', 'refund-pending'),
  ('order', 'replaced', 'complete'),
  ('order', 'replaced', 'refund-pending'),
  ('order', 'refund-pending', 'returned'),
  ('order', 'returned', 'refund-pending');
create trigger orders_transition before update of state on orders for each row execute function guard_transition('order');

create trigger orders_tax_fixed before update of tax_country, tax_name, tax_rate, tax_minor on orders for each row
  when ((old.tax_country, old.tax_name, old.tax_rate, old.tax_minor) is distinct from (new.tax_country, new.tax_name, new.tax_rate, new.tax_minor))
  execute function refuse_change();

create table order_line (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete restrict,
  position integer not null,
  kind text not null check (kind in ('seats', 'gift-card')),
  label text not null,
  amount_minor bigint not null,
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  waived_minor bigint not null default 0,
  unique (order_id, position),
  constraint order_line_once check (waived_minor >= 0 and waived_minor + refunded_minor <= amount_minor)
);
comment on table order_line is 'The lines of an invoice. They sum to the total of the order.';
comment on column order_line.label is 'The purchased item, as the invoice names it. May contain the recipient of a gift card.';
comment on column order_line.amount_minor is 'Price after the discount, in minor units.';
comment on column order_line.refunded_minor is 'The amount refunded for this line.';
comment on column order_line.waived_minor is 'The amount that is not due any more for this line, because its seat was cancelled before it was paid.';
create index order_line_refunded on order_line (order_id) where refunded_minor > 0;

create table checkout_token (
  hash bytea primary key,
  order_id uuid not null references orders on delete cascade,
  expires_at timestamptz not null
);
comment on table checkout_token is 'Lets the browser that placed an order follow it without an account.';
comment on column checkout_token.hash is 'Hash of the token. The token itself is not stored.';
create index checkout_token_order on checkout_token (order_id);
create index checkout_token_expiry on checkout_token (expires_at);
