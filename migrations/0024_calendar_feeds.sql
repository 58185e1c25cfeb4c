-- Calendar feeds of learners, and changes of dates (docs/contract §28).
-- Owner: live

create table calendar_feed (
  person_id uuid primary key references person on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now()
);
comment on table calendar_feed is 'The private calendar address of a person. A renewal replaces the id, which ends the old address.';
comment on column calendar_feed.id is 'The address has this id and its HMAC. The id alone opens nothing.';

-- Changes of dates (docs/contract §28).
create table schedule_announcement (
  id uuid primary key default uuidv7(),
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
comment on table schedule_announcement is 'One round of e-mails about changed dates. It has all changes that waited at its start.';
comment on column schedule_announcement.completed_at is 'When the last e-mail of the round was written.';
create index schedule_announcement_open on schedule_announcement (created_at) where completed_at is null;

create table schedule_change (
  id bigint generated always as identity primary key,
  session_id uuid not null,
  cohort_code text not null references cohort on delete cascade,
  lesson_id uuid not null,
  title text not null,
  timezone_id text not null,
  old_starts_at timestamptz,
  old_ends_at timestamptz,
  new_starts_at timestamptz,
  new_ends_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  announcement_id uuid references schedule_announcement on delete cascade
);
comment on table schedule_change is 'A session that was moved, cancelled or added while its cohort had seats taken. Written by a trigger.';
comment on column schedule_change.session_id is 'Not a foreign key: the session may be deleted.';
comment on column schedule_change.old_starts_at is 'Null: the session is new.';
comment on column schedule_change.new_starts_at is 'Null: the session is cancelled.';
comment on column schedule_change.announcement_id is 'Null: the change waits for its round.';
create index schedule_change_waiting on schedule_change (changed_at) where announcement_id is null;
create index schedule_change_announcement on schedule_change (announcement_id) where announcement_id is not null;
create index schedule_change_cohort on schedule_change (cohort_code);

create function note_schedule_change() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.cancelled_at is null;
  remains boolean := tg_op <> 'DELETE' and new.cancelled_at is null;
begin
  if was or remains then
    insert into schedule_change (session_id, cohort_code, lesson_id, title, timezone_id, old_starts_at, old_ends_at, new_starts_at, new_ends_at)
      select coalesce(new.id, old.id), cohort_code, coalesce(new.lesson_id, old.lesson_id), coalesce(new.title, old.title),
        coalesce(new.timezone_id, old.timezone_id), case when was then old.starts_at end, case when was then old.ends_at end,
        case when remains then new.starts_at end, case when remains then new.ends_at end
      from cohort where cohort_code = coalesce(new.cohort_code, old.cohort_code) and taken > 0;
  end if;
  return null;
end $$;
create trigger cohort_session_moved after update of starts_at, ends_at, cancelled_at on cohort_session for each row
  when ((old.starts_at, old.ends_at, old.cancelled_at is null) is distinct from (new.starts_at, new.ends_at, new.cancelled_at is null))
  execute function note_schedule_change();
create trigger cohort_session_added_or_deleted after insert or delete on cohort_session for each row execute function note_schedule_change();
