-- Leads: people who want news about a course, and waitlists of full cohorts (docs/contract.md §4).

create table interest (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('coming-soon', 'reminder', 'curriculum')),
  course_code text not null references course,
  email text not null check (email = lower(email)),
  name text,
  phone_number text,
  timezone_id text,
  attribution jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (email, kind, course_code)
);
comment on table interest is 'People who asked for news about a course. A repeated request is the same row.';
comment on column interest.kind is
  'coming-soon: when the course gets a date. reminder: when it gets a new one. curriculum: the curriculum by mail.';
create index interest_course on interest (course_code, kind, created_at);
create index interest_age on interest (created_at);

create table waitlist_entry (
  id bigint generated always as identity primary key,
  cohort_code text not null references cohort,
  email text not null check (email = lower(email)),
  name text,
  phone_number text,
  party_size integer not null check (party_size between 1 and 6),
  timezone_id text,
  attribution jsonb not null default '{}',
  created_at timestamptz not null default now(),
  left_at timestamptz
);
comment on table waitlist_entry is 'People who wait for a seat in a full cohort.';
comment on column waitlist_entry.id is 'Grows with time, so it is the order of the waitlist.';
comment on column waitlist_entry.party_size is 'How many seats the person needs.';
comment on column waitlist_entry.left_at is 'When the person left the waitlist. Null: still waiting.';
create unique index waitlist_entry_once on waitlist_entry (cohort_code, email) where left_at is null;
create index waitlist_entry_line on waitlist_entry (cohort_code, id) where left_at is null;
create index waitlist_entry_email on waitlist_entry (email);
