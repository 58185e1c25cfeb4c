-- Checkout: quotes, the short form, invited friends (docs/contract §4 and §5).

create table quote (
  id uuid primary key default gen_random_uuid(),
  cohort_code text not null references cohort on delete cascade,
  offer_code text not null references offer on delete cascade,
  seats integer not null check (seats between 1 and 10),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unit_minor bigint not null check (unit_minor >= 0),
  subtotal_minor bigint not null check (subtotal_minor = unit_minor * seats),
  total_minor bigint not null check (total_minor between 0 and subtotal_minor),
  tax_country text,
  tax_name text,
  tax_rate integer,
  tax_minor bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  discount_kind text check (discount_kind in ('group', 'promo', 'referral')),
  promo_code text references promo_code on delete cascade,
  referral_code text,
  deposit_minor bigint check (deposit_minor > 0 and deposit_minor < total_minor),
  balance_due_at timestamptz,
  gift_card_id uuid references gift_card on delete cascade,
  gift_card_minor bigint not null default 0 check (gift_card_minor >= 0),
  person_id uuid references person on delete cascade,
  credit_person_id uuid references person on delete cascade,
  credit_minor bigint not null default 0 check (credit_minor >= 0),
  check ((deposit_minor is null) = (balance_due_at is null)),
  check (discount_kind <> 'promo' or promo_code is not null),
  check (discount_kind <> 'referral' or referral_code is not null),
  check ((discount_kind is null) = (total_minor = subtotal_minor)),
  check (gift_card_id is not null or gift_card_minor = 0),
  check (credit_person_id is not null or credit_minor = 0),
  check (gift_card_minor + credit_minor <= total_minor),
  constraint quote_tax check (case when tax_rate is null
    then tax_country is null and tax_name is null and tax_minor is null
    else total_minor > 0 and tax_rate between 1 and 100000 and tax_country is not null and tax_name is not null
      and tax_minor is not null and tax_minor = included_tax(total_minor, tax_rate) end)
);
comment on table quote is 'A price that was shown and holds for 15 minutes: exactly this is charged.';
comment on column quote.unit_minor is 'Price of one seat, in minor units. So are the other amounts.';
comment on column quote.tax_rate is 'Thousandths of a percent of the tax that the total includes. The tax columns are copied to the order.';
comment on column quote.promo_code is 'The code that the buyer typed, also where the group discount is better.';
comment on column quote.referral_code is 'The friend''s code, also where another discount is better.';
comment on column quote.deposit_minor is 'Due at once when the buyer chooses the deposit. Null: no deposit is offered.';
comment on column quote.gift_card_minor is 'The amount that the gift card pays.';
comment on column quote.person_id is 'The signed-in person who asked. Another person cannot order by this quote. Null: a guest.';
comment on column quote.credit_minor is 'The amount that the credit of credit_person_id pays.';
create index quote_expiry on quote (expires_at);
create index quote_person on quote (person_id) where person_id is not null;
create index quote_credit_person on quote (credit_person_id) where credit_person_id is not null;

create table general_enrolment (
  id uuid primary key default gen_random_uuid(),
  outcome text not null check (outcome in ('enrolled', 'checkout', 'waitlisted', 'received')),
  course_code text not null references course on delete cascade,
  cohort_code text references cohort on delete cascade,
  offer_code text references offer on delete cascade,
  order_id uuid references orders on delete cascade,
  email text not null check (email = lower(email)),
  name text not null,
  phone_number text,
  timezone_id text,
  seats integer not null check (seats between 1 and 10),
  friends jsonb not null default '[]',
  answers jsonb not null default '{}',
  marketing boolean not null default false,
  terms_accepted_at timestamptz not null,
  attribution jsonb not null default '{}',
  created_at timestamptz not null default now(),
  check ((outcome = 'enrolled') = (order_id is not null)),
  check ((outcome = 'checkout') = (offer_code is not null))
);
comment on table general_enrolment is 'The short form on a course page, and its outcome. A paid course makes it a draft of the checkout.';
comment on column general_enrolment.id is 'The id of a draft opens the checkout with its course and seats. It reveals nobody''s name.';
comment on column general_enrolment.friends is 'Names and addresses of the friends to invite.';
comment on column general_enrolment.answers is 'Answers to the course''s own questions, for the instructor.';
create index general_enrolment_email on general_enrolment (email);
create index general_enrolment_age on general_enrolment (created_at);
create index general_enrolment_order on general_enrolment (order_id) where order_id is not null;

create table invitation (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  seat integer not null check (seat between 2 and 10),
  email text not null check (email = lower(email)),
  name text,
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  reminded_at timestamptz,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  named_by_buyer boolean not null default false
);
comment on table invitation is 'Friends whom a buyer invited. Name and address are deleted if the friend never accepts.';
comment on column invitation.seat is 'Number of the friend''s seat in the order. Seat 1 is the buyer''s.';
comment on column invitation.token_hash is 'Hash of the token in the mailed link. Null until the mail is written.';
comment on column invitation.withdrawn_at is 'When the buyer named another friend for the seat.';
comment on column invitation.named_by_buyer is
  'Whether a signed-in buyer or an admin named the friend. A checkout token alone cannot replace that friend.';
create unique index invitation_seat on invitation (order_id, seat) where withdrawn_at is null;
create unique index invitation_friend on invitation (order_id, email) where withdrawn_at is null;
