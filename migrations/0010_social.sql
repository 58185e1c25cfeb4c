-- Who a person is at a provider of social log-in. The key is the provider's own word for the person and
-- never an address: addresses change hands.
create table identity (
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  subject text not null check (subject <> '' and length(subject) <= 255),
  person_id uuid not null references person on delete cascade,
  -- as the provider told it when the two were joined
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identity_person on identity (person_id);

-- A log-in that came back from a provider. The row is what makes the return work once, and what ties the
-- provider's token to a flow begun here: get-token takes no other.
create table social_flow (
  state_hash bytea primary key,
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  nonce text not null,
  -- null until the provider gave its token; Facebook may give one token twice
  token_hash bytea,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index social_flow_token on social_flow (token_hash);
create index social_flow_expires on social_flow (expires_at);

-- A log-in whose address nobody vouched for: the mailbox is asked. Only hashes are kept, of the link and of
-- what the asking browser holds: one without the other opens nothing.
create table identity_proof (
  id uuid primary key default gen_random_uuid(),
  claim_hash bytea not null,
  -- null until the mail is written
  token_hash bytea unique,
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  subject text not null check (subject <> '' and length(subject) <= 255),
  email text not null,
  name text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index identity_proof_subject on identity_proof (provider, subject);
create index identity_proof_expires on identity_proof (expires_at);
