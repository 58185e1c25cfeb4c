-- Leads: people who want news about a course, and waitlists of full cohorts (docs/contract §4).

create table interest (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('coming-soon', 'reminder', 'curriculum')),
  course_code text not null references course,
  email text not null check (email = lower(email)),
  name text,
  phone_number text,
  timezone_id text,
  attribution jsonb not null default '{}',
  first_touch jsonb not null default '{}',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  left_at timestamptz,
  unique (email, kind, course_code)
);
comment on table interest is 'People who asked for news about a course. A repeated request is the same row.';
comment on column interest.kind is
  'coming-soon: when enrolment opens. reminder: when there is a new date, and before enrolment closes. curriculum: the curriculum by mail, which needs no confirmation.';
comment on column interest.attribution is 'The last touch: the newest campaign of the visitor.';
comment on column interest.first_touch is 'The first touch: the oldest campaign of the visitor''s browser.';
comment on column interest.confirmed_at is 'When the person confirmed the address by the mailed link. Only confirmed interests get news.';
comment on column interest.left_at is 'When the person turned the news off, or the course was withdrawn. A new request sets it to null again.';
create index interest_course on interest (course_code, kind, created_at);
create index interest_told on interest (course_code, id) where confirmed_at is not null and left_at is null;
create index interest_age on interest (created_at);

alter table cohort add column opened_at timestamptz, add column dated_at timestamptz;
comment on column cohort.opened_at is 'When its state became open. Kept by note_cohort_news().';
comment on column cohort.dated_at is 'When it got its first date. Kept by note_cohort_news().';

-- Notes when a cohort opens and when it gets a date. People who asked before that get an e-mail (docs/contract §25).
create function note_cohort_news() returns trigger language plpgsql as $$
begin
  if new.state = 'open' and (tg_op = 'INSERT' or old.state <> 'open') then new.opened_at := now(); end if;
  if new.starts_at is not null and (tg_op = 'INSERT' or old.starts_at is null) then new.dated_at := now(); end if;
  return new;
end $$;
create trigger cohort_news before insert or update of state, starts_at on cohort
  for each row execute function note_cohort_news();

create table interest_link (
  hash bytea primary key,
  interest_id uuid not null references interest on delete cascade
);
comment on table interest_link is 'Mailed links that confirm an interest or turn its news off. Each mail has its own.';
comment on column interest_link.hash is 'Hash of the token in the link. The token itself is not stored.';
create index interest_link_interest on interest_link (interest_id);

create table interest_notice (
  interest_id uuid not null references interest on delete cascade,
  cohort_code text not null references cohort on delete cascade,
  kind text not null check (kind in ('opened', 'dated', 'closing')),
  created_at timestamptz not null default now(),
  primary key (interest_id, cohort_code, kind)
);
comment on table interest_notice is 'The e-mails about a cohort that a person got (docs/contract §25). One row for each e-mail.';
comment on column interest_notice.kind is 'opened: enrolment opened. dated: there is a date. closing: enrolment closes soon.';
create index interest_notice_cohort on interest_notice (cohort_code, kind);

-- The same rule as toMailbox (src/domain/contact.ts), for unique indexes.
create function to_mailbox(email text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(plain, '.', '') || '@gmail.com' else plain || '@' || domain end
  from (select split_part(email, '@', 2) as domain,
    coalesce(nullif(split_part(split_part(email, '@', 1), '+', 1), ''), split_part(email, '@', 1)) as plain) as parts
$$;

create table waitlist_entry (
  id bigint generated always as identity primary key,
  cohort_code text not null references cohort,
  email text not null check (email = lower(email)),
  mailbox text not null generated always as (to_mailbox(email)) stored,
  name text,
  phone_number text,
  party_size integer not null check (party_size between 1 and 6),
  timezone_id text,
  attribution jsonb not null default '{}',
  first_touch jsonb not null default '{}',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  offered_at timestamptz,
  left_at timestamptz,
  check (offered_at is null or confirmed_at is not null)
);
comment on table waitlist_entry is 'People who wait for a seat in a full cohort.';
comment on column waitlist_entry.mailbox is 'The mailbox behind the address, without tags: it has one place, and so one open offer, in a cohort.';
comment on column waitlist_entry.id is 'Grows with time, so it is the order of the waitlist.';
comment on column waitlist_entry.party_size is 'How many seats the person needs.';
comment on column waitlist_entry.attribution is 'The last touch: the newest campaign of the visitor.';
comment on column waitlist_entry.first_touch is 'The first touch: the oldest campaign of the visitor''s browser.';
comment on column waitlist_entry.confirmed_at is 'When the person opened the mailed link. Only confirmed entries get offers.';
comment on column waitlist_entry.offered_at is 'When seats were offered. An entry gets one offer.';
comment on column waitlist_entry.left_at is 'When the person left the waitlist, or the offer ended. Null: still on the waitlist.';
create unique index waitlist_entry_once on waitlist_entry (cohort_code, mailbox) where left_at is null;
create index waitlist_entry_line on waitlist_entry (cohort_code, id) where confirmed_at is not null and offered_at is null and left_at is null;
create index waitlist_entry_cohort on waitlist_entry (cohort_code, id);
create index waitlist_entry_age on waitlist_entry (created_at);
create index waitlist_entry_email on waitlist_entry (email);

create table waitlist_link (
  hash bytea primary key,
  entry_id bigint not null references waitlist_entry on delete cascade
);
comment on table waitlist_link is 'Mailed links to a waitlist entry. Each mail has its own.';
comment on column waitlist_link.hash is 'Hash of the token in the link. The token itself is not stored.';
create index waitlist_link_entry on waitlist_link (entry_id);

-- Keeps cohort.waiting_party. The cohort is locked before the entries are read, so that changes of two entries at the
-- same time both count.
create function refresh_waiting_party() returns trigger language plpgsql as $$
declare
  code text := coalesce(to_jsonb(new), to_jsonb(old)) ->> 'cohort_code';
  smallest integer;
begin
  perform from cohort where cohort_code = code for no key update;
  select min(party_size) into smallest from waitlist_entry
    where cohort_code = code and confirmed_at is not null and offered_at is null and left_at is null;
  update cohort set waiting_party = smallest where cohort_code = code and waiting_party is distinct from smallest;
  return null;
end $$;
create trigger waitlist_entry_added after insert on waitlist_entry for each row
  when (new.confirmed_at is not null and new.offered_at is null and new.left_at is null)
  execute function refresh_waiting_party();
create trigger waitlist_entry_changed after update of confirmed_at, offered_at, left_at, party_size on waitlist_entry for each row
  when (new.confirmed_at is distinct from old.confirmed_at or new.party_size <> old.party_size
    or (old.confirmed_at is not null and old.offered_at is null and old.left_at is null
      and (new.offered_at is not null or new.left_at is not null)))
  execute function refresh_waiting_party();
create trigger waitlist_entry_deleted after delete on waitlist_entry for each row
  when (old.confirmed_at is not null and old.offered_at is null and old.left_at is null)
  execute function refresh_waiting_party();

-- Announces to the workers, at the commit, a cohort whose free seats fit a waiting party (docs/contract §4).
create function notify_released_seats() returns trigger language plpgsql as $$
begin
  perform pg_notify('seat_released', new.cohort_code);
  return null;
end $$;
create trigger cohort_seats_released after update of state, capacity, taken, waiting_party on cohort for each row
  when (new.state = 'open' and new.waiting_party is not null and (new.waiting_party <= new.capacity - new.taken) is not false) execute function notify_released_seats();

create table campaign_visit (
  day date not null,
  fields jsonb not null check (fields = fields - 'clickid'),
  fields_key text not null generated always as (md5(fields::text)) stored,
  count bigint not null default 1 check (count > 0),
  primary key (day, fields_key)
);
comment on table campaign_visit is 'Visits with a campaign in their address, counted by day and campaign. No row is about one visitor.';
comment on column campaign_visit.day is 'The day in UTC.';
comment on column campaign_visit.fields is 'The attribution fields (docs/contract §7) except clickid, which would identify one click.';
comment on column campaign_visit.fields_key is 'Short key of the fields, which are too long for an index.';
