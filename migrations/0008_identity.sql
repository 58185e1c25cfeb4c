alter table person
  add column marketing_consent_at timestamptz,
  -- where the account was asked for from, as sent with the form
  add column attribution jsonb,
  add column deleted_at timestamptz,
  -- a deleted person is nobody: no way in, nothing that names them
  add check (deleted_at is null or (
    password_hash is null and phone_number is null and attribution is null
    and roles = '{learner}' and email like 'deleted-%@deleted.invalid'
  ));

alter table session
  -- what a person would call it, such as `Firefox on Linux`
  add column device text not null default 'Unknown device',
  -- begun by a browser outside development: no refresh without the cookie of that log-in
  add column is_bound boolean not null default false,
  drop column user_agent,
  drop constraint session_ended_because_check,
  add constraint session_ended_because_check
    check (ended_because in ('log-out', 'reuse', 'password-reset', 'password-change', 'logged-out-elsewhere', 'account-deleted'));
alter table session alter column device drop default;
create index session_of_person on session (person_id, device);

-- A wish for an account at an address that is not proved yet. There may be several for one address, for
-- anybody can ask: each has its own link, and only the one whose mail is answered becomes the account.
create table sign_up (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  name text not null,
  phone_number text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  timezone_id text,
  password_hash text not null,
  attribution jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  -- how often its mail was asked for; the newest link and code alone work
  mails_asked integer not null default 0,
  token_hash bytea unique,
  code_mac bytea,
  mailed_at timestamptz,
  used_at timestamptz
);
create index sign_up_waiting on sign_up (email, created_at desc) where used_at is null;
