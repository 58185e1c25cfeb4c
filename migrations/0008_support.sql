-- Support: questions of visitors and the answers of admins (docs/contract §4).

create table support_conversation (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  name text,
  page text not null constraint support_conversation_page check (page ~ '^/([^/\\]|$)'),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table support_conversation is
  'A visitor''s question and what follows. Each message from a page starts a new one, because its address is unproved.';
comment on column support_conversation.page is 'The path of the page with the message form. //host is refused: it is another site.';
comment on column support_conversation.changed_at is 'Last message or change of state; the order of the inbox.';
create index support_conversation_state on support_conversation (state, changed_at desc, id desc);
create index support_conversation_email on support_conversation (email);
create index support_conversation_age on support_conversation (changed_at);

create table support_message (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity,
  conversation_id uuid not null references support_conversation on delete cascade,
  operator_id uuid references person,
  body text not null check (char_length(body) between 1 and 5000),
  created_at timestamptz not null default now(),
  mailed_at timestamptz,
  check (mailed_at is null or operator_id is not null)
);
comment on table support_message is 'The messages of a conversation.';
comment on column support_message.operator_id is 'The admin who answered. Null: the visitor.';
comment on column support_message.mailed_at is 'When the answer was sent. Until then the admin can take it back.';
create index support_message_conversation on support_message (conversation_id, position);
create index support_message_operator on support_message (operator_id) where operator_id is not null;

create table support_event (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references support_conversation on delete cascade,
  person_id uuid not null references person,
  what text not null check (what in ('read', 'answered', 'taken-back', 'closed', 'reopened')),
  at timestamptz not null default now()
);
comment on table support_event is 'Actions of admins on a conversation.';
comment on column support_event.person_id is 'The admin.';
create index support_event_conversation on support_event (conversation_id, id);
create index support_event_person on support_event (person_id);

create table support_link (
  hash bytea primary key,
  conversation_id uuid not null references support_conversation on delete cascade,
  expires_at timestamptz not null
);
comment on table support_link is 'Links in mailed answers, with which a visitor reads the conversation without an account.';
comment on column support_link.hash is 'Hash of the token in the link. The token itself is not stored.';
create index support_link_conversation on support_link (conversation_id);
create index support_link_expiry on support_link (expires_at);
