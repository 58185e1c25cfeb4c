-- Mailing: every e-mail that the product sends.

create table mail (
  id uuid primary key default uuidv7(),
  dedupe_key text not null,
  kind text not null generated always as (split_part(dedupe_key, ':', 1)) stored,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  headers jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled')),
  is_urgent boolean not null default true,
  timezone_id text,
  send_after timestamptz,
  useful_until timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  sending_since timestamptz,
  handed_over_at timestamptz,
  may_repeat boolean not null default true,
  unknown_count integer not null default 0,
  problem text,
  sent_at timestamptz,
  replaced_at timestamptz,
  unique nulls not distinct (dedupe_key, replaced_at),
  check (replaced_at is null or state not in ('queued', 'sending')),
  check (state <> 'sending' or sending_since is not null),
  check (unknown_count <= case when may_repeat then 11 else 1 end),
  check ((state = 'sent') = (sent_at is not null))
);
comment on table mail is 'The outbox. Without a mail server, the mails stay here and are read at /dev/mail.';
comment on column mail.dedupe_key is 'Each mail is sent once for its key, unless an admin replaced it. The key contains ids, never an address.';
comment on column mail.kind is 'A kind of src/people/mailing/mail-kinds.ts.';
comment on column mail.is_urgent is 'An e-mail that is not urgent waits for the day of its reader.';
comment on column mail.timezone_id is 'Zone of the reader; null counts as UTC.';
comment on column mail.send_after is 'The mail waits until then.';
comment on column mail.useful_until is 'From then on the mail is not sent.';
comment on column mail.text_body is 'Emptied once the mail server has accepted the mail, as html_body is.';
comment on column mail.headers is 'Additional headers by name, such as List-Unsubscribe.';
comment on column mail.attempts is 'How often sending was tried.';
comment on column mail.state is 'queued: waits. sending: a worker has a lease. failed: refused, too late, or unknown whether it arrived. suppressed: see mail_suppression. cancelled: its reason ended before.';
comment on column mail.sending_since is 'When a worker took the mail. Its lease ends after two minutes.';
comment on column mail.handed_over_at is 'The content goes to the server from then on: after a crash the server may have the mail.';
comment on column mail.may_repeat is 'Whether the mail is sent again when it is unknown whether the server has it.';
comment on column mail.unknown_count is 'How often the connection or the process ended before the server answered.';
comment on column mail.replaced_at is 'When an admin had the mail written anew. Its key is free for the new mail from then on.';
comment on column mail.problem is 'The last answer of the mail server, or why the mail was not sent.';
create index mail_address on mail (to_address, created_at desc);
create index mail_unsent on mail (created_at) where state in ('queued', 'sending');
create index mail_recent on mail (created_at desc);
create index mail_state on mail (state, id desc);
create index mail_kind on mail (kind, id desc);

create table mail_attachment (
  mail_id uuid not null references mail on delete cascade,
  position integer not null,
  filename text not null,
  content_type text not null,
  content bytea not null,
  primary key (mail_id, position)
);
comment on table mail_attachment is 'Invoices and calendar files of mails. Deleted when the text of their mail is emptied.';
comment on column mail_attachment.content_type is 'Media type, such as application/pdf.';

create table mail_opt_out (
  address text not null,
  category text not null,
  created_at timestamptz not null default now(),
  primary key (address, category)
);
comment on table mail_opt_out is 'Categories of e-mails that an address turned off, whether or not it has an account.';
comment on column mail_opt_out.category is 'A category of src/people/mailing/mail-kinds.ts.';

create table mail_suppression (
  address text primary key,
  reason text not null check (reason in ('bounce', 'complaint')),
  detail text not null,
  created_at timestamptz not null default now()
);
create index mail_suppression_recent on mail_suppression (created_at, address);
comment on table mail_suppression is 'Addresses that get only e-mails about security, payments and refunds.';
comment on column mail_suppression.detail is 'The answer of the mail server, or the note of the operator.';

create table mail_hour (
  hour timestamptz primary key,
  count integer not null check (count > 0)
);
comment on table mail_hour is 'Attempts to send in each clock hour, where MAILS_PER_HOUR limits them.';
