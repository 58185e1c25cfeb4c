-- What was typed into the short form of a page, and what came of it. One that leads to the checkout is a draft: its id
-- opens the checkout where it was left, and tells nobody whose it is.
create table general_enrolment (
  id uuid primary key default gen_random_uuid(),
  outcome text not null check (outcome in ('enrolled', 'checkout', 'waitlisted', 'received')),
  prefix_code text not null references course on delete cascade,
  course_code text references cohort on delete cascade,
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
create index general_enrolment_email on general_enrolment (email);
create index general_enrolment_age on general_enrolment (created_at);
create index general_enrolment_order on general_enrolment (order_id) where order_id is not null;
