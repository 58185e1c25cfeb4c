-- Every mail that goes out, once for each dedupe key. Without a mail server this is also where it stays.
create table mail (
  id uuid primary key default gen_random_uuid(),
  dedupe_key text not null unique,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  headers jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index mail_address on mail (to_address, created_at desc);
create index mail_unsent on mail (created_at) where state <> 'sent';
create index mail_recent on mail (created_at desc);

create table mail_attachment (
  mail_id uuid not null references mail on delete cascade,
  position integer not null,
  filename text not null,
  content_type text not null,
  content bytea not null,
  primary key (mail_id, position)
);
