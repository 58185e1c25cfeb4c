-- A second factor: codes of an authenticator app (RFC 6238). It is on once a code was confirmed.
create table totp (
  person_id uuid primary key references person on delete cascade,
  -- AES-256-GCM, by src/platform/secrets.ts
  sealed_secret bytea not null,
  begun_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- the 30 seconds whose code was taken last: no code of them or before is taken again
  last_step bigint,
  check ((confirmed_at is null) = (last_step is null))
);

-- Ways in where the app is lost. Each works once; only an HMAC of it is kept.
create table recovery_code (
  person_id uuid not null references totp on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);

create table passkey (
  id uuid primary key default gen_random_uuid(),
  -- base64url, as the browser tells it
  credential_id text not null unique,
  person_id uuid not null references person on delete cascade,
  -- COSE
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id);

-- What a passkey is asked to sign: once, within five minutes, and for a registration by that person alone.
create table passkey_challenge (
  challenge text primary key,
  -- null for a log-in: who it is, the passkey says
  person_id uuid references person on delete cascade,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
