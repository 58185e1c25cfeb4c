-- Accounts: people, sessions, sign-up, social log-in, second factor (docs/contract §3).

create table person (
  id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email) and email like '%_@_%'),
  name text not null,
  phone_number text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  timezone_id text,
  roles text[] not null default '{learner}' check (roles <@ array['learner', 'creator', 'community-admin'] and 'learner' = any (roles)),
  password_hash text,
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  marketing_consent_at timestamptz,
  attribution jsonb,
  deleted_at timestamptz,
  check (password_hash is null or email_verified_at is not null),
  check (deleted_at is null or (
    password_hash is null and phone_number is null and attribution is null
    and roles = '{learner}' and email like 'deleted-%@deleted.invalid'
  ))
);
comment on table person is
  'Accounts, and buyers without an account. A password needs a proved address. A deleted person has no log-in and no name.';
comment on column person.email is 'Lower case, as normalised by src/domain/contact.ts.';
comment on column person.country_code is 'ISO 3166-1 alpha-2.';
comment on column person.timezone_id is 'IANA name, for times in mails and on pages.';
comment on column person.password_hash is 'Null for a person who has never set a password.';
comment on column person.email_verified_at is 'When the person proved that they read mail to this address.';
comment on column person.marketing_consent_at is 'When the person agreed to news. Null: no consent.';
comment on column person.attribution is 'The campaign that led to the account, as the form sent it.';
create index person_without_password on person (created_at) where password_hash is null and deleted_at is null;

create table session (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references person on delete cascade,
  audience text not null check (audience in ('learner', 'admin')),
  counter integer not null default 1 check (counter > 0),
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in ('log-out', 'reuse', 'password-reset', 'password-change', 'logged-out-elsewhere', 'account-deleted')),
  device text not null,
  is_bound boolean not null default false,
  stepped_up_at timestamptz,
  step_up_code_mac bytea,
  step_up_code_at timestamptz,
  wrong_step_up_codes smallint not null default 0 check (wrong_step_up_codes between 0 and 5),
  check ((ended_at is null) = (ended_because is null)),
  constraint session_step_up_code check (step_up_code_mac is null or step_up_code_at is not null)
);
comment on table session is 'One log-in on one device. A refresh token is id.counter.HMAC, so no secret is stored.';
comment on column session.audience is 'The audience of its access tokens: a learner''s and an admin''s session are separate.';
comment on column session.counter is 'Number of the current refresh token. An older one than its predecessor ends the session as reuse.';
comment on column session.rotated_at is 'When the refresh token was last replaced, which is the last use of the session.';
comment on column session.device is 'A name that the person recognises, such as "Firefox on Linux".';
comment on column session.is_bound is 'A refresh also needs the cookie of this log-in, so that a copied token is useless.';
comment on column session.stepped_up_at is
  'When the person last confirmed who they are, by log-in or step-up. Null after a social log-in.';
comment on column session.step_up_code_mac is
  'Keyed hash of the e-mailed code for a step-up without a password. Null: there is none, it was used, or wrong codes ended it.';
comment on column session.step_up_code_at is 'When the code was sent. It works for ten minutes.';
create index session_person on session (person_id) where ended_at is null;
create index session_of_person on session (person_id, device);
create index session_expiry on session (expires_at);

create table account_token (
  hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  purpose text not null check (purpose in ('welcome', 'reset-password', 'log-in')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table account_token is 'Mailed links that set a password or log in. Each works once, and only the newest of its purpose.';
comment on column account_token.hash is 'Hash of the token in the link. The token itself is not stored.';
create index account_token_person on account_token (person_id, purpose);
create index account_token_expiry on account_token (expires_at);

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
  mails_requested integer not null default 0,
  token_hash bytea unique,
  code_mac bytea,
  mailed_at timestamptz,
  used_at timestamptz,
  wrong_codes smallint not null default 0 check (wrong_codes between 0 and 5)
);
comment on table sign_up is
  'Sign-ups whose address is not proved yet. One address may have several; the confirmed one becomes the account.';
comment on column sign_up.mails_requested is 'How often its mail was requested. Only the newest link and code work.';
comment on column sign_up.token_hash is 'Hash of the token in the mailed link. Null until the mail is written.';
comment on column sign_up.code_mac is 'HMAC of the mailed six-digit code.';
comment on column sign_up.wrong_codes is 'Wrong guesses at the code. The fifth voids the code; the link still works.';
create index sign_up_waiting on sign_up (email, created_at desc) where used_at is null;
create index sign_up_expiry on sign_up (expires_at);

create table identity (
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  subject text not null check (subject <> '' and length(subject) <= 255),
  person_id uuid not null references person on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  id uuid not null unique default gen_random_uuid(),
  primary key (provider, subject)
);
comment on table identity is 'A person''s log-in at a social provider. The key is never an address: addresses change hands.';
comment on column identity.subject is 'The provider''s own id of the person.';
comment on column identity.email is 'The address that the provider gave when the log-in was linked.';
comment on column identity.id is 'Names the log-in in the settings, where the person can remove it.';
create index identity_person on identity (person_id);

create table social_flow (
  state_hash bytea primary key,
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  nonce text not null,
  token_hash bytea,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table social_flow is
  'Social log-ins in progress. get-token accepts a provider''s token only for a flow of this table, and only once.';
comment on column social_flow.state_hash is 'Hash of the OAuth state parameter.';
comment on column social_flow.token_hash is 'Hash of the provider''s token. Null until the provider returned it; Facebook may return one twice.';
create index social_flow_token on social_flow (token_hash);
create index social_flow_expires on social_flow (expires_at);

create table identity_proof (
  id uuid primary key default gen_random_uuid(),
  browser_hash bytea not null,
  token_hash bytea unique,
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  subject text not null check (subject <> '' and length(subject) <= 255),
  email text not null,
  name text,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table identity_proof is
  'Social log-ins whose address the provider does not prove. A mailed link, opened in the same browser, confirms one.';
comment on column identity_proof.browser_hash is 'Hash of the secret that the requesting browser holds. The link alone is useless.';
comment on column identity_proof.token_hash is 'Hash of the token in the mailed link. Null until the mail is written.';
create index identity_proof_subject on identity_proof (provider, subject);
create index identity_proof_expires on identity_proof (expires_at);

create table totp (
  person_id uuid primary key references person on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint,
  session_id uuid,
  check ((confirmed_at is null) = (last_step is null))
);
comment on table totp is 'The second factor: an authenticator app (RFC 6238). It is on once a code was confirmed.';
comment on column totp.sealed_secret is 'The shared secret, encrypted by src/platform/secrets.ts (AES-256-GCM).';
comment on column totp.last_step is 'The 30-second step of the last accepted code. Codes of this or an earlier step are refused.';
comment on column totp.session_id is 'The only session that may confirm the app: it has shown who the person is. Null: none.';

create table recovery_code (
  person_id uuid not null references totp on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);
comment on table recovery_code is 'Codes for a person who has lost the authenticator app. Each works once.';
comment on column recovery_code.hash is 'HMAC of the code. The code itself is not stored.';

create table passkey (
  id uuid primary key default gen_random_uuid(),
  credential_id text not null unique,
  person_id uuid not null references person on delete cascade,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table passkey is 'WebAuthn credentials of a person.';
comment on column passkey.credential_id is 'Base64url, as the browser sends it.';
comment on column passkey.public_key is 'COSE encoding.';
comment on column passkey.counter is 'Signature counter of the authenticator, which must not go back.';
comment on column passkey.transports is 'How a browser reaches the authenticator, such as usb or internal.';
comment on column passkey.name is 'The person''s own name for the passkey.';
create index passkey_person on passkey (person_id);

create table passkey_challenge (
  challenge text primary key,
  person_id uuid references person on delete cascade,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
comment on table passkey_challenge is 'Challenges that a passkey signs. Each works once, within five minutes.';
comment on column passkey_challenge.person_id is 'The only person who may register with it. Null for a log-in, where the passkey names the person.';
create index passkey_challenge_expiry on passkey_challenge (expires_at);
