-- Calendar feeds of learners (docs/contract.md §28).

create table calendar_feed (
  person_id uuid primary key references person on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now()
);
comment on table calendar_feed is 'The private calendar address of a person. A renewal replaces the id, which ends the old address.';
comment on column calendar_feed.id is 'The address has this id and its HMAC. The id alone opens nothing.';
