-- The catalogue: creators, courses, their pages, cohorts, sessions, offers and promo codes (docs/contract §4).

create table creator (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  initials text not null,
  quote text,
  biography text[] not null default '{}',
  person_id uuid unique references person on delete set null
);
comment on table creator is 'Instructors, as the public pages show them.';
comment on column creator.slug is 'The path of the creator''s page.';
comment on column creator.initials is 'Shown where there is no portrait.';
comment on column creator.biography is 'One element for each paragraph.';
comment on column creator.person_id is 'The account of the teacher. Null: the profile came from course files.';

create table course (
  course_code text primary key check (course_code ~ '^[A-Z0-9]{2,12}$'),
  position integer not null,
  kind text not null check (kind in ('course', 'workshop', 'masterclass')),
  delivery_type text not null check (delivery_type in ('live', 'on-demand')),
  title text not null,
  listed boolean not null default true,
  definition jsonb not null,
  published_at timestamptz,
  withdrawn_at timestamptz,
  check (withdrawn_at is null or published_at is not null)
);
comment on table course is 'The courses. Dates and seats are in cohort, prices in offer.';
comment on column course.course_code is 'The short code of the course, such as NG. The API calls it the course prefix code.';
comment on column course.position is 'Order on the site''s lists.';
comment on column course.listed is 'Whether the course is on lists. An unlisted course has its page and can be bought.';
comment on column course.definition is 'The other fields of docs/specification.md §3 (benefits, curriculum, questions), as the importer checked them.';
comment on column course.published_at is 'The first publication. Null: a draft, which nobody but its teachers sees (the view public_course).';
comment on column course.withdrawn_at is 'Since then the course will never be given again: its forms are closed and it is on no list.';
create index course_listed on course (position, course_code) include (kind, delivery_type)
  where listed and withdrawn_at is null and published_at is not null;

create table course_creator (
  course_code text not null references course on delete cascade,
  creator_slug text not null references creator,
  position integer not null,
  primary key (course_code, creator_slug),
  unique (course_code, position)
);
comment on table course_creator is 'The instructors of a course, in the order in which pages name them.';
create index course_creator_slug on course_creator (creator_slug, course_code);

create table course_page (
  path text primary key deferrable initially deferred check (path ~ '^(/[a-z0-9]+(-[a-z0-9]+)*){1,2}$'),
  course_code text not null references course on delete cascade,
  position integer not null,
  unique (course_code, position)
);
comment on table course_page is 'The paths at which a course is found (docs/contract §7). A path can move between two courses in one transaction.';
comment on column course_page.position is 'The first position is the canonical page; the others show the same.';

create table course_redirect (
  path text primary key,
  course_code text not null references course on delete cascade,
  since timestamptz not null default now()
);
comment on table course_redirect is
  'Former addresses of courses. Each names a course instead of a path, so it leads to the main address in one step.';
comment on column course_redirect.course_code is 'The course that had the address last.';
create index course_redirect_course on course_redirect (course_code);

create table course_version (
  course_code text not null,
  number integer not null check (number > 0),
  document jsonb not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  unit_hashes jsonb not null,
  source text not null check (source in ('studio', 'import', 'seed')),
  published_by uuid references person on delete restrict,
  published_at timestamptz not null default now(),
  note text check (note <> ''),
  primary key (course_code, number)
);
create index course_version_publisher on course_version (published_by) where published_by is not null;
comment on table course_version is
  'Every published version of a course, numbered from 1. Append-only (docs/decisions/0038).';
comment on column course_version.course_code is
  'Not a foreign key: versions stay when an import removes their course, and the numbers go on if it returns.';
comment on column course_version.document is
  'Texts, outline, lessons, addresses and rules (src/catalogue/catalog/publish/course-document.ts). Not cohorts and prices.';
comment on column course_version.sha256 is 'Hash of the document as JSON with sorted keys.';
comment on column course_version.unit_hashes is 'The hash of each unit of the document, in hexadecimal.';
comment on column course_version.published_by is 'Null: an import or the seed.';
create trigger course_version_append_only before update or delete on course_version
  for each row execute function refuse_change();
create trigger course_version_no_truncate before truncate on course_version
  for each statement execute function refuse_change();

create table course_search (
  course_code text primary key references course on delete cascade,
  words tsvector not null
);
comment on table course_search is 'The words by which a course is found: titles, kind, instructors. Kept by triggers.';
create index course_words_found on course_search using gin (words);

-- Writes the search words of the given courses.
create function write_course_search(course_codes text[]) returns void language sql as $$
  insert into course_search (course_code, words)
  select course_code, search_vector(concat_ws(' ', title, definition ->> 'sectionTitle',
    definition ->> 'subtitle', kind, case delivery_type when 'live' then 'live' else 'on demand' end,
    (select string_agg(name, ' ') from course_creator as t join creator on slug = creator_slug where t.course_code = course.course_code)))
  from course where course_code = any(course_codes)
  on conflict (course_code) do update set words = excluded.words where course_search.words <> excluded.words
$$;

-- Keeps course_search up to date with courses and their instructors.
create function refresh_course_search() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'creator' then
    perform write_course_search(array(select course_code from course_creator where creator_slug = new.slug));
  else
    perform write_course_search(array[coalesce(to_jsonb(new), to_jsonb(old)) ->> 'course_code']);
  end if;
  return null;
end $$;
create trigger course_search after insert or update of title, kind, delivery_type, definition on course
  for each row execute function refresh_course_search();
create trigger course_search after insert or update or delete on course_creator
  for each row execute function refresh_course_search();
create trigger course_search after update of name on creator
  for each row execute function refresh_course_search();

create table cohort (
  cohort_code text primary key check (cohort_code ~ '^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$'),
  course_code text not null references course,
  name text not null default '',
  state text not null default 'announced' check (state in ('announced', 'open', 'cancelled')),
  capacity integer check (capacity > 0),
  taken integer not null default 0 check (taken >= 0),
  enrolled integer not null default 0 check (enrolled >= 0),
  waiting_party integer check (waiting_party between 1 and 6),
  timezone_id text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  enrol_closes_at timestamptz,
  check (capacity is null or taken <= capacity),
  check ((starts_at is null) = (ends_at is null)),
  check (ends_at > starts_at)
);
comment on table cohort is
  'A dated occurrence of a course, or the one undated cohort of an on-demand course. Never more seats taken than there are.';
comment on column cohort.cohort_code is 'Such as NG-2027-01. The API calls it the course code.';
comment on column cohort.capacity is 'Number of seats. Null: no limit.';
comment on column cohort.taken is 'Seats of enrolments, live holds and open waitlist offers. The check against capacity makes overselling impossible.';
comment on column cohort.enrolled is 'Active enrolments. Kept by the trigger enrolment_count.';
comment on column cohort.waiting_party is
  'The smallest party that waits for an offer. While it fits the free seats, they are not sold to others. Kept by refresh_waiting_party().';
comment on column cohort.timezone_id is 'IANA name of the zone in which the cohort is announced.';
comment on column cohort.starts_at is 'Start of the first session. Null for an on-demand cohort.';
comment on column cohort.ends_at is 'End of the last session.';
comment on column cohort.enrol_closes_at is 'From then on nobody can enrol. Null: enrolment closes at the start.';
create index cohort_waiting on cohort (cohort_code) where waiting_party is not null;
create index cohort_course on cohort (course_code, starts_at);
create index cohort_start on cohort (starts_at, cohort_code) where state <> 'cancelled';

create table cohort_session (
  id uuid primary key default gen_random_uuid(),
  cohort_code text not null references cohort on delete cascade,
  position integer not null,
  item_id text not null,
  title text not null,
  pro boolean not null default false,
  local_start timestamp not null,
  timezone_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  unique (cohort_code, position),
  check (ends_at > starts_at)
);
comment on table cohort_session is 'One meeting of a cohort.';
comment on column cohort_session.item_id is 'The id of the curriculum item that is taught.';
comment on column cohort_session.pro is 'True for an evening with a guest (proSessions in docs/contract §4).';
comment on column cohort_session.local_start is 'The announced wall time, in timezone_id. The instants are computed from it.';
create index cohort_session_time on cohort_session (cohort_code, starts_at);

create table cohort_cancellation (
  cohort_code text primary key references cohort on delete restrict,
  cancelled_by uuid references person on delete restrict,
  reason text not null check (reason <> ''),
  cancelled_at timestamptz not null default now()
);
comment on table cohort_cancellation is
  'The admin and the reason of a cancelled cohort. Every cancelled cohort has a row, and no other one (docs/decisions/0026).';
comment on column cohort_cancellation.cancelled_by is 'The admin. Null where an import cancelled a cohort without seats.';

-- Refuses to reopen a cancelled cohort (docs/decisions/0026): its learners were notified and refunded.
create function refuse_reopening() returns trigger language plpgsql as $$
begin
  raise exception 'cohort % was cancelled and stays cancelled', old.cohort_code using errcode = 'check_violation';
end $$;
create trigger cohort_stays_cancelled before update of state on cohort for each row
  when (old.state = 'cancelled' and new.state <> 'cancelled') execute function refuse_reopening();

-- A cohort is cancelled exactly if cohort_cancellation has its row. Checked at the commit, because the two rows are
-- written one after the other.
create function cohort_must_match_cancellation() returns trigger language plpgsql as $$
declare
  code text := coalesce(new.cohort_code, old.cohort_code);
  cohort_state text;
begin
  select state into cohort_state from cohort where cohort_code = code;
  if found and (cohort_state = 'cancelled') <> exists (select from cohort_cancellation where cohort_code = code) then
    raise exception 'cohort % is %, which does not match its row in cohort_cancellation', code, cohort_state
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger cohort_has_cancellation after insert or update of state on cohort
  deferrable initially deferred for each row execute function cohort_must_match_cancellation();
create constraint trigger cancellation_has_cohort after insert or delete on cohort_cancellation
  deferrable initially deferred for each row execute function cohort_must_match_cancellation();

create table offer (
  offer_code text primary key check (offer_code ~ '^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$'),
  cohort_code text not null references cohort,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  price_minor bigint not null check (price_minor >= 0),
  discount_price_minor bigint check (discount_price_minor >= 0 and discount_price_minor < price_minor),
  discount_ends_at timestamptz,
  before_price_minor bigint check (before_price_minor > 0),
  deposit_minor bigint check (deposit_minor > 0),
  position integer not null default 0,
  expires_at timestamptz,
  check (discount_ends_at is null or discount_price_minor is not null)
);
comment on table offer is 'A price of a cohort, per seat (docs/contract §5, price rules).';
comment on column offer.price_minor is 'List price of one seat, in minor units of the currency. So are the other amounts.';
comment on column offer.discount_price_minor is 'The lower price, charged until discount_ends_at. Null: no discount.';
comment on column offer.discount_ends_at is 'Null: the discount has no end.';
comment on column offer.before_price_minor is 'Shown struck through, never charged.';
comment on column offer.deposit_minor is 'The amount due now for a seat that is paid by deposit. Null: no deposit.';
comment on column offer.position is 'The lowest position is the offer that pages show.';
comment on column offer.expires_at is 'From then on the offer cannot be bought. Null: no end.';
create index offer_cohort on offer (cohort_code, position);

create table promo_code (
  code text primary key check (code = upper(code) and code <> ''),
  label text not null,
  percent_off integer check (percent_off between 1 and 100),
  amount_off_minor bigint check (amount_off_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  min_seats integer not null default 1 check (min_seats between 1 and 10),
  scope text not null default 'all' check (scope in ('all', 'courses', 'offers')),
  codes text[] not null default '{}',
  starts_at timestamptz,
  expires_at timestamptz,
  use_limit integer check (use_limit > 0),
  uses integer not null default 0 check (uses >= 0 and (use_limit is null or uses <= use_limit)),
  created_at timestamptz not null default now(),
  check (num_nonnulls(percent_off, amount_off_minor) = 1),
  check ((scope = 'all') = (codes = '{}'))
);
comment on table promo_code is 'Discounts that a buyer types. Counted uses never exceed the limit (docs/contract §5).';
comment on column promo_code.amount_off_minor is 'Minor units, taken off once for each order.';
comment on column promo_code.codes is 'Course and cohort codes for the scope courses, offer codes for the scope offers.';
comment on column promo_code.use_limit is 'Null: no limit.';
comment on column promo_code.uses is 'Orders that are open or complete with this code.';

create table refund_terms (
  delivery_type text primary key check (delivery_type in ('live', 'on-demand')),
  terms jsonb not null
);
comment on table refund_terms is 'The refund terms that course pages show: one text for all courses of a delivery type.';

create table exchange_rate (
  currency text primary key check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  per_usd numeric(18, 6) not null check (per_usd > 0),
  step_minor bigint not null check (step_minor > 0),
  as_of date not null
);
comment on table exchange_rate is
  'The value of a US dollar, for the local price beside the charged one. Nothing is charged by it (docs/contract §5).';
comment on column exchange_rate.per_usd is 'Units of the currency for one US dollar.';
comment on column exchange_rate.step_minor is 'Local prices are rounded to a multiple of this many minor units, as is usual in the currency.';
comment on column exchange_rate.as_of is 'The day of the rate. An operator updates the rates (docs/operate.md).';
insert into exchange_rate (currency, per_usd, step_minor, as_of) values
  ('AUD', 1.52, 100, '2026-11-02'),
  ('BRL', 5.38, 100, '2026-11-02'),
  ('CAD', 1.39, 100, '2026-11-02'),
  ('EUR', 0.86, 100, '2026-11-02'),
  ('GBP', 0.75, 100, '2026-11-02'),
  ('INR', 88.6, 10000, '2026-11-02'),
  ('JPY', 152, 100, '2026-11-02'),
  ('NGN', 1455, 100000, '2026-11-02'),
  ('PHP', 58.4, 10000, '2026-11-02'),
  ('SGD', 1.3, 100, '2026-11-02');

-- Every change of what pages show makes their cached copies out of date (docs/contract §7).
create trigger page_change after insert or update or delete on creator for each row execute function notify_page_change();
create trigger page_change after insert or update or delete on course for each row execute function notify_page_change();
create trigger page_change after insert or update or delete on course_creator for each row execute function notify_page_change();
create trigger page_change after insert or update or delete on course_page for each row execute function notify_page_change();
create trigger page_change after insert or update or delete on cohort for each row execute function notify_page_change();
create trigger page_change after insert or update or delete on cohort_session for each row execute function notify_page_change();
create trigger page_change after insert or update or delete on offer for each row execute function notify_page_change();
create trigger page_change after insert or update or delete on refund_terms for each row execute function notify_page_change();
create trigger page_change after insert or update or delete on exchange_rate for each row execute function notify_page_change();
