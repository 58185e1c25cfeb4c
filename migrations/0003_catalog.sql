create table creator (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  initials text not null,
  quote text,
  biography text[] not null default '{}'
);

create table course (
  prefix_code text primary key check (prefix_code ~ '^[A-Z0-9]{2,12}$'),
  position integer not null,
  kind text not null check (kind in ('course', 'workshop', 'masterclass')),
  delivery_type text not null check (delivery_type in ('live', 'on-demand')),
  title text not null,
  listed boolean not null default true,
  -- the rest of specification §3 (benefits, curriculum, questions, …), as checked by the importer
  definition jsonb not null
);

create table course_creator (
  prefix_code text not null references course on delete cascade,
  creator_slug text not null references creator,
  position integer not null,
  primary key (prefix_code, creator_slug),
  unique (prefix_code, position)
);

-- Where a course is found. The first position is its own page, the others show the same.
create table course_page (
  path text primary key check (path ~ '^(/[a-z0-9]+(-[a-z0-9]+)*){1,2}$'),
  prefix_code text not null references course on delete cascade,
  position integer not null,
  unique (prefix_code, position)
);

-- A dated run, or the one undated run of an on-demand course. `taken` counts enrolments and live
-- holds; it never passes `capacity` (null: no limit), whatever runs at the same time.
create table cohort (
  course_code text primary key check (course_code ~ '^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$'),
  prefix_code text not null references course,
  name text not null default '',
  state text not null default 'announced' check (state in ('announced', 'open', 'cancelled')),
  capacity integer check (capacity > 0),
  taken integer not null default 0 check (taken >= 0),
  timezone_id text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  enrol_closes_at timestamptz,
  check (capacity is null or taken <= capacity),
  check ((starts_at is null) = (ends_at is null)),
  check (ends_at > starts_at)
);
create index cohort_course on cohort (prefix_code, starts_at);

-- One meeting. The wall time and its zone are what was promised; the instants are worked out from them.
create table cohort_session (
  id uuid primary key default gen_random_uuid(),
  course_code text not null references cohort on delete cascade,
  position integer not null,
  -- the curriculum's own id of what is taught
  item_id text not null,
  title text not null,
  pro boolean not null default false,
  local_start timestamp not null,
  timezone_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  unique (course_code, position),
  check (ends_at > starts_at)
);
create index cohort_session_time on cohort_session (course_code, starts_at);

create table offer (
  offer_code text primary key check (offer_code ~ '^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$'),
  course_code text not null references cohort,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  price_minor bigint not null check (price_minor >= 0),
  -- the lower price, charged while it runs
  discount_price_minor bigint check (discount_price_minor >= 0 and discount_price_minor < price_minor),
  discount_ends_at timestamptz,
  -- shown struck through, never charged
  before_price_minor bigint check (before_price_minor > 0),
  deposit_minor bigint check (deposit_minor > 0),
  position integer not null default 0,
  expires_at timestamptz,
  check (discount_ends_at is null or discount_price_minor is not null)
);
create index offer_cohort on offer (course_code, position);
