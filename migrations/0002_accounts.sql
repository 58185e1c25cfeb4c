create table person (
  id uuid primary key default gen_random_uuid(),
  -- lower case, as normalised by src/domain/contact.ts
  email text not null unique check (email = lower(email) and email like '%_@_%'),
  name text not null,
  phone_number text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  timezone_id text,
  roles text[] not null default '{learner}' check (roles <@ array['learner', 'creator', 'community-admin'] and 'learner' = any (roles)),
  password_hash text,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  -- a password only ever stands behind an address that was proved
  check (password_hash is null or email_verified_at is not null)
);

-- One log-in on one device. Refresh tokens are `id.counter.HMAC`: nothing secret is stored.
create table session (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person on delete cascade,
  audience text not null check (audience in ('learner', 'admin')),
  counter integer not null default 1 check (counter > 0),
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('log-out', 'reuse', 'password-reset')),
  user_agent text,
  check ((ended_at is null) = (ended_because is null))
);
create index session_person on session (person_id) where ended_at is null;

-- Mailed links: only the hash is kept, each works once, the newest of its kind only.
create table account_token (
  hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  purpose text not null check (purpose in ('welcome', 'reset-password')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_token_person on account_token (person_id, purpose);
