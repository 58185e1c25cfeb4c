-- What visitors ask and what they are answered. Whoever writes has shown nothing but an address, so each
-- message from the site begins a conversation of its own.
create table support_conversation (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  name text,
  -- the page that it was written on
  page text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index support_conversation_state on support_conversation (state, changed_at desc, id desc);
create index support_conversation_email on support_conversation (email);

create table support_message (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  conversation_id uuid not null references support_conversation on delete cascade,
  -- null: the visitor
  operator_id uuid references person,
  body text not null check (char_length(body) between 1 and 5000),
  created_at timestamptz not null default now(),
  -- until then an answer can be taken back
  mailed_at timestamptz,
  check (mailed_at is null or operator_id is not null)
);
create index support_message_conversation on support_message (conversation_id, position);

-- Who of the house did what with a conversation.
create table support_event (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references support_conversation on delete cascade,
  person_id uuid not null references person,
  what text not null check (what in ('read', 'answered', 'taken-back', 'closed', 'reopened')),
  at timestamptz not null default now()
);
create index support_event_conversation on support_event (conversation_id, id);

-- The links in mailed answers: only the hash is kept.
create table support_link (
  hash bytea primary key,
  conversation_id uuid not null references support_conversation on delete cascade,
  expires_at timestamptz not null
);
create index support_link_conversation on support_link (conversation_id);
create index support_link_expiry on support_link (expires_at);
