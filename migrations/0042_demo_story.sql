-- The twelve weeks that a new demo has behind it (docs/contract §8, docs/decisions/0069).
-- Owner: sandbox

create table sandbox.story (
  id boolean primary key default true check (id),
  began_at timestamptz not null,
  step integer not null default 0 check (step >= 0),
  steps integer check (steps >= step),
  told_at timestamptz
);
comment on table sandbox.story is 'At most one row, in a demo that has a story. Each step is done at most once, also after a crash.';
comment on column sandbox.story.began_at is 'When the demo was seeded. The story ends then, and begins twelve weeks before.';
comment on column sandbox.story.step is 'How many steps have begun.';
comment on column sandbox.story.steps is 'Null: not known yet.';
comment on column sandbox.story.told_at is 'Null: the story goes on, at the next start if no program runs.';

create table sandbox.story_job (
  id bigint primary key generated always as identity,
  name text not null,
  data jsonb not null,
  key text,
  start_after timestamptz not null,
  unique (name, key)
);
comment on table sandbox.story_job is 'The jobs that the story enqueued. Those that are left at its end become jobs of the demo.';
create index story_job_due on sandbox.story_job (start_after, id);

-- First in the search path of the story's connections, so that now() in a statement is the time of the story.
create schema demo_clock;

create function demo_clock.now() returns timestamptz language sql stable as
  $$ select coalesce(nullif(pg_catalog.current_setting('understudy.now', true), '')::timestamptz, pg_catalog.now()) $$;
comment on function demo_clock.now is 'The time that the story has told its transaction.';

-- Defaults of columns have their own now(), which is the time of the clock on the wall. Called before each commit of the
-- story. The triggers are off: the rows were checked when they were written, and only their times change.
create function demo_clock.backdate() returns void language plpgsql as $$
declare
  told constant timestamptz := demo_clock.now();
  written record;
begin
  if pg_current_xact_id_if_assigned() is null then
    return;
  end if;
  if (select created_mode from public.installation) is distinct from 'demo' then
    raise exception 'only a demo has a story' using errcode = 'insufficient_privilege';
  end if;
  set local session_replication_role = replica;
  for written in
    select touched.oid::regclass as name, stamps.columns, stamps.are_now
    from (select oid from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace)
        and pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) > 0 offset 0) touched
    cross join lateral (select
      string_agg(format('%1$I = case when %1$I between pg_catalog.now() and clock_timestamp() then $1 else %1$I end',
        attname), ', ') as columns,
      string_agg(format('%1$I between pg_catalog.now() and clock_timestamp()', attname), ' or ') as are_now
      from pg_attribute where attrelid = touched.oid and attnum > 0 and not attisdropped and attgenerated = ''
        and atttypid = 'timestamptz'::regtype) stamps
    where stamps.columns is not null
  loop
    execute format('update %s set %s where xmin = pg_current_xact_id()::xid and (%s)',
      written.name, written.columns, written.are_now) using told;
  end loop;
  set local session_replication_role = origin;
end $$;
comment on function demo_clock.backdate is
  'Gives the rows that this transaction wrote the time of the story where they have the time of the clock. Only in a demo.';
