-- A course that will never be given again: nobody is promised a reminder.
alter table course add column withdrawn_at timestamptz;

-- What somebody wants to hear about a course. Asked again, it is the same wish.
create table interest (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('coming-soon', 'reminder', 'curriculum')),
  prefix_code text not null references course,
  email text not null check (email = lower(email)),
  name text,
  phone_number text,
  timezone_id text,
  attribution jsonb not null default '{}',
  created_at timestamptz not null default now(),
  unique (email, kind, prefix_code)
);
create index interest_course on interest (prefix_code, kind, created_at);

-- A place in the line for a full run. The number says who came first.
create table waitlist_entry (
  id bigint generated always as identity primary key,
  course_code text not null references cohort,
  email text not null check (email = lower(email)),
  name text,
  phone_number text,
  party_size integer not null check (party_size between 1 and 6),
  timezone_id text,
  attribution jsonb not null default '{}',
  created_at timestamptz not null default now(),
  left_at timestamptz
);
create unique index waitlist_entry_once on waitlist_entry (course_code, email) where left_at is null;
create index waitlist_entry_line on waitlist_entry (course_code, id) where left_at is null;
create index waitlist_entry_email on waitlist_entry (email);
