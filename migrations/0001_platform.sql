-- What every feature stands on: state machines that the database itself enforces, idempotent calls,
-- and counters for limits. Forward only: a change is a new file.

-- The legal moves of every state machine. Filled by the migrations; the tables in src/domain are
-- the source, and a test compares the two.
create table transition (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);

create table state_history (
  id bigint generated always as identity primary key,
  machine text not null,
  subject_id uuid not null,
  from_state text not null,
  to_state text not null,
  at timestamptz not null default now()
);
create index state_history_subject on state_history (machine, subject_id);

-- Refuses a move that its machine does not know, and writes down each that it lets through.
-- Used as: before update of state … execute function guard_transition('order')
create function guard_transition() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if not exists (select from transition where machine = tg_argv[0] and from_state = old.state and to_state = new.state) then
    raise exception '% cannot go from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
  end if;
  insert into state_history (machine, subject_id, from_state, to_state) values (tg_argv[0], new.id, old.state, new.state);
  return new;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;

-- One row for each Idempotency-Key of each caller. The stored answer is sealed: it may hold a token.
create table idempotency (
  actor text not null,
  key text not null,
  request_hash text not null,
  -- whoever runs it now; a claim whose time is over may be taken over
  claim uuid not null unique,
  state text not null default 'running' check (state in ('running', 'done')),
  status integer,
  answer bytea,
  locked_until timestamptz not null,
  expires_at timestamptz not null,
  primary key (actor, key),
  check ((state = 'done') = (status is not null and answer is not null))
);
create index idempotency_expiry on idempotency (expires_at);

-- rate-limiter-flexible's own shape, so that limits are shared by all processes and survive restarts.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
