-- The platform: state machines that the database enforces, idempotent calls, rate limits, page changes, search.
-- Needs PostgreSQL 18 for uuidv7(): ids that grow with time, so that inserts touch few pages of an index.

create table installation (
  id boolean primary key default true check (id),
  created_mode text not null check (created_mode in ('demo', 'development', 'production')),
  demo_seed text check (demo_seed in ('running', 'complete')),
  created_at timestamptz not null default now(),
  check (created_mode <> 'production' or demo_seed is null)
);
comment on table installation is
  'One row: the mode that this database was created in. A start in another mode is refused (docs/contract §1).';
comment on column installation.id is 'Always true, so that the table has at most one row.';
comment on column installation.demo_seed is
  'Null: no demo content was added. running: adding it has started, and did not finish if the process crashed.';

create table transition (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);
comment on table transition is
  'The allowed moves of every state machine. src/domain/orders is the source, and a test compares the two.';
comment on column transition.machine is 'order, payment, seat_hold, enrolment, refund or dispute.';

create table state_history (
  id bigint generated always as identity primary key,
  machine text not null,
  subject_id uuid not null,
  from_state text not null,
  to_state text not null,
  at timestamptz not null default now()
);
comment on table state_history is 'Every state change of a row whose state is guarded. Written by guard_transition().';
comment on column state_history.subject_id is 'The id of the order, payment, seat hold, enrolment, refund or dispute.';
create index state_history_subject on state_history (machine, subject_id);
-- Rows are appended in the order of time, so a summary of each range of pages is enough to find old ones.
create index state_history_age on state_history using brin (at);

-- Refuses a state change that the machine does not allow, and records each one that it does (docs/contract §5).
-- Used as: before update of state ... execute function guard_transition('order')
create function guard_transition() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if not exists (select from transition where machine = tg_argv[0] and from_state = old.state and to_state = new.state) then
    raise exception '% cannot go from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
  end if;
  insert into state_history (machine, subject_id, from_state, to_state) values (tg_argv[0], new.id, old.state, new.state);
  return new;
end $$;

-- Refuses every change of an append-only table: the books, movements of disputes, the audit log.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;

create table scheduled_job (
  name text primary key,
  interval_seconds integer not null check (interval_seconds > 0),
  scheduled_at timestamptz not null default now(),
  succeeded_at timestamptz
);
comment on table scheduled_job is
  'The jobs of a schedule. One that has not succeeded for three intervals is shown by doctor and to admins.';
comment on column scheduled_job.scheduled_at is 'When the job was first scheduled: it counts until a first success.';

create table idempotency (
  actor text not null,
  key text not null,
  request_hash text not null,
  claim uuid not null unique,
  state text not null default 'running' check (state in ('running', 'done')),
  status integer,
  answer bytea,
  locked_until timestamptz not null,
  expires_at timestamptz not null,
  client text,
  primary key (actor, key),
  check ((state = 'done') = (status is not null and answer is not null))
);
comment on table idempotency is
  'One row for each Idempotency-Key of each caller, with the response that a repeat gets (docs/contract §2).';
comment on column idempotency.actor is 'The caller: a person, or one kind of guest.';
comment on column idempotency.key is 'The Idempotency-Key of the call, as the caller sent it.';
comment on column idempotency.request_hash is 'Hash of the call and its body. The same key with another body is refused.';
comment on column idempotency.claim is 'The process that runs the call now. Another process may take over after locked_until.';
comment on column idempotency.status is 'HTTP status of the stored response.';
comment on column idempotency.answer is 'The stored response, encrypted because it may contain a token.';
comment on column idempotency.client is
  'The owner of the quota of the response: a person''s id or a hash of a guest''s network. Null: not counted.';
create index idempotency_expiry on idempotency (expires_at);
create index idempotency_client on idempotency (client, expires_at) where client is not null;

create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
comment on table rate_limit is
  'Counters of the library rate-limiter-flexible, in its own format. All processes share them; restarts keep them.';
comment on column rate_limit.key is 'The name of the limit and a hash of the client.';
comment on column rate_limit.points is 'How often the client has used the limit in the current window.';
comment on column rate_limit.expire is 'End of the window, in milliseconds since 1970.';

-- Tells every process, at the commit, which course's cached pages are out of date (docs/contract §7). The payload
-- of the NOTIFY is a course code, or * where the change may concern every page.
create function notify_page_change() returns trigger language plpgsql as $$
declare
  old_row jsonb := to_jsonb(old);
  new_row jsonb := to_jsonb(new);
  changed_row jsonb := coalesce(new_row, old_row);
  code text := changed_row ->> 'course_code';
begin
  if old_row = new_row then return null; end if;
  -- Pages may show an older number of learners. They show that of free seats only when it is ten or less.
  if tg_table_name = 'cohort' and old_row - '{taken,enrolled}'::text[] = new_row - '{taken,enrolled}'::text[] and (
    new_row ->> 'capacity' is null or new_row -> 'taken' = old_row -> 'taken' or (new_row ->> 'capacity')::int - greatest((new_row ->> 'taken')::int, (old_row ->> 'taken')::int) > 10) then
    return null;
  end if;
  if code is null and changed_row ? 'cohort_code' then
    select course_code into code from cohort where cohort_code = changed_row ->> 'cohort_code';
  end if;
  perform pg_notify('page_change', coalesce(code, '*'));
  return null;
end $$;

-- Search of courses and orders by words (docs/contract §7).

-- Lower case, without accents and vowel signs of Hebrew and Arabic, one space between words: "Inês" matches "ines",
-- "Straße" matches "strasse". In scripts that are written without spaces, every character is a word.
-- src/domain/search-text.ts does the same in the browser.
create function fold_search_text(input text) returns text language sql immutable strict parallel safe return
  btrim(regexp_replace(regexp_replace(regexp_replace(
    replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(input, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u3099\u309a]', '', 'g'), NFC) collate pg_c_utf8),
      E'øłđħıŧς\u0671\u0649\u06cc\u06a9\u0629', E'oldhitσ\u0627\u064a\u064a\u0643\u0647'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u3000-\u303f]', ' ', 'g'),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\U00020000-\U0003ffff])', ' \1 ', 'g'),
    ' +', ' ', 'g'));

-- Every word of a text, once. Built by hand, because PostgreSQL's own parser would stem and drop words.
create function search_vector(input text) returns tsvector language sql immutable strict parallel safe return
  array_to_tsvector(array(select left(word, 80) from regexp_split_to_table(fold_search_text(input), ' +') as word where word <> ''));

-- Matches a text in which every searched word is the beginning of a word. Null, which matches nothing, without words.
create function search_query(input text) returns tsquery language sql immutable strict parallel safe return
  (select string_agg('''' || left(word, 80) || ''':*', ' & ')::tsquery from regexp_split_to_table(fold_search_text(input), ' +') as word where word <> '');

-- Matches a text that shares the first three letters of any word: suggestions for a mistyped page address.
create function search_query_any(input text) returns tsquery language sql immutable strict parallel safe return
  (select string_agg('''' || left(word, 3) || ''':*', ' | ')::tsquery from regexp_split_to_table(fold_search_text(input), ' +') as word where word <> '');
