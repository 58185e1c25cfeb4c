-- Messages: what teachers write to the learners of a course (docs/contract §43).

create table broadcast (
  id uuid primary key default uuidv7(),
  course_code text not null references course on delete cascade,
  recipients jsonb not null,
  subject text not null default '' check (char_length(subject) <= 120),
  body text not null default '' check (char_length(body) <= 20000),
  replies_to_sender boolean not null default false,
  version integer not null default 1 check (version > 0),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references person on delete set null,
  sent_by uuid references person on delete set null,
  send_at timestamptz,
  send_day date generated always as ((send_at at time zone 'UTC')::date) stored,
  day_slot integer check (day_slot between 1 and 3),
  started_at timestamptz,
  finished_at timestamptz,
  constraint broadcast_day_limit unique (course_code, send_day, day_slot),
  check (state = 'draft' or (btrim(subject) <> '' and btrim(body) <> '')),
  check ((state = 'draft') = (send_at is null)),
  check ((state = 'draft') = (day_slot is null)),
  check ((state in ('sending', 'sent')) = (started_at is not null)),
  check ((state = 'sent') = (finished_at is not null))
);
comment on table broadcast is 'Messages of teachers to learners of a course. A draft keeps what was typed.';
comment on column broadcast.recipients is 'The filter that chooses the recipients when sending starts (src/learn/messages/recipient-filter.ts).';
comment on column broadcast.body is 'Markdown, with variables such as {first name}.';
comment on column broadcast.replies_to_sender is 'Replies go to the sender''s address. Otherwise they go to the support address.';
comment on column broadcast.state is 'src/domain/messages/broadcast.ts has the state machine.';
comment on column broadcast.sent_by is 'The teacher who had it sent. Null: a draft, or an account that was deleted.';
comment on column broadcast.send_at is 'When sending starts. Until then it can be undone.';
comment on column broadcast.day_slot is 'Each course has three a UTC day, so that nobody gets more.';
comment on column broadcast.finished_at is 'When the e-mail of every recipient was written, or left out.';
create index broadcast_course on broadcast (course_code, id desc);
create index broadcast_due on broadcast (send_at) where state in ('scheduled', 'sending');
create index broadcast_updated_by on broadcast (updated_by) where updated_by is not null;
create index broadcast_sent_by on broadcast (sent_by) where sent_by is not null;

insert into transition (machine, from_state, to_state) values
  ('broadcast', 'draft', 'scheduled'),
  ('broadcast', 'scheduled', 'draft'),
  ('broadcast', 'scheduled', 'sending'),
  ('broadcast', 'sending', 'sent');
create trigger broadcast_transition before update of state on broadcast for each row
  execute function guard_transition('broadcast');

-- The words and the recipients are those of the moment when somebody pressed "Send".
create function keep_sent_words() returns trigger language plpgsql as $$
begin
  raise exception 'broadcast % is no draft: its words stay', old.id using errcode = 'check_violation';
end $$;
create trigger broadcast_words_stay before update on broadcast for each row
  when (old.state <> 'draft' and (new.course_code, new.recipients, new.subject, new.body, new.replies_to_sender)
    is distinct from (old.course_code, old.recipients, old.subject, old.body, old.replies_to_sender))
  execute function keep_sent_words();

create table broadcast_recipient (
  broadcast_id uuid not null references broadcast on delete cascade,
  person_id uuid not null references person on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'written', 'left-out')),
  left_out_because text check (left_out_because in ('not-enrolled', 'turned-off')),
  variables jsonb not null default '{}',
  handled_at timestamptz,
  primary key (broadcast_id, person_id),
  check ((state = 'left-out') = (left_out_because is not null)),
  check ((state = 'waiting') = (handled_at is null))
);
comment on table broadcast_recipient is 'Each person of a message, once. Its e-mail has the dedupe key course.news:person:message.';
comment on column broadcast_recipient.variables is 'The values of the variables in this person''s message. The portal shows them too.';
comment on column broadcast_recipient.left_out_because is
  'not-enrolled: the person is no recipient any more. turned-off: the person turned course news off, and reads it in the portal.';
create index broadcast_recipient_person on broadcast_recipient (person_id, broadcast_id desc);
create index broadcast_recipient_waiting on broadcast_recipient (broadcast_id) where state = 'waiting';

-- Recipients are added when sending starts, and each is handled once.
create function guard_broadcast_recipient() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from broadcast where id = new.broadcast_id and state = 'sending') then
      raise exception 'broadcast % is not being sent', new.broadcast_id using errcode = 'check_violation';
    end if;
  elsif old.state <> 'waiting' or new.state = 'waiting' then
    raise exception 'this recipient of broadcast % was handled', old.broadcast_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger broadcast_recipient_added before insert on broadcast_recipient for each row
  execute function guard_broadcast_recipient();
create trigger broadcast_recipient_handled before update on broadcast_recipient for each row
  execute function guard_broadcast_recipient();

-- A message is sent once nobody waits.
create function refuse_unsent_recipients() returns trigger language plpgsql as $$
begin
  if exists (select from broadcast_recipient where broadcast_id = new.id and state = 'waiting') then
    raise exception 'broadcast % still has recipients who wait', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger broadcast_finished before update of state on broadcast for each row
  when (old.state = 'sending' and new.state = 'sent') execute function refuse_unsent_recipients();
