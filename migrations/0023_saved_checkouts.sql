-- Checkouts that people saved, and the e-mail about an unfinished one (docs/contract §27).
-- Owner: checkout

create table saved_checkout (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  mail_token_hash bytea unique,
  course_code text not null references course on delete cascade,
  cohort_code text not null references cohort on delete cascade,
  offer_code text not null references offer on delete cascade,
  person_id uuid references person on delete cascade,
  email text not null check (email = lower(email)),
  name text not null,
  phone_number text,
  timezone_id text not null,
  seats integer not null check (seats between 1 and 10),
  friends jsonb not null default '[]',
  payment_type text not null check (payment_type in ('full', 'deposit')),
  created_at timestamptz not null default now(),
  saved_at timestamptz not null default now(),
  decided_at timestamptz
);
comment on table saved_checkout is 'A checkout that a person agreed to save. An order of the course by the same address or person deletes it.';
comment on column saved_checkout.token_hash is 'Hash of the token that the saving browser has. The token itself is not stored.';
comment on column saved_checkout.mail_token_hash is 'Hash of the token in the e-mailed link.';
comment on column saved_checkout.person_id is 'The person who was logged in. Null: a guest.';
comment on column saved_checkout.friends is 'Names and addresses of the friends to invite.';
comment on column saved_checkout.decided_at is 'When the e-mail was written, or a rule forbade it. It is decided once.';
create index saved_checkout_email on saved_checkout (email, course_code);
create index saved_checkout_person on saved_checkout (person_id) where person_id is not null;
create index saved_checkout_undecided on saved_checkout (saved_at) where decided_at is null;
create index saved_checkout_age on saved_checkout (saved_at);
create index saved_checkout_course on saved_checkout (course_code);
create index saved_checkout_cohort on saved_checkout (cohort_code);
create index saved_checkout_offer on saved_checkout (offer_code);

create table checkout_reminder (
  email text primary key,
  sent_at timestamptz not null
);
comment on table checkout_reminder is 'The last e-mail about an unfinished checkout to a mailbox: at most one in 7 days.';
comment on column checkout_reminder.email is 'The mailbox of the address, without tags.';
create index checkout_reminder_age on checkout_reminder (sent_at);

-- The row lock puts the order and the e-mail in an order, so that no e-mail is written after the order.
create function delete_saved_checkouts() returns trigger language plpgsql as $$
begin
  delete from saved_checkout s using cohort c
    where c.cohort_code = new.cohort_code and s.course_code = c.course_code
      and (s.email = new.email or s.person_id = new.person_id);
  return null;
end $$;
create trigger orders_finish_saved_checkouts after insert or update of state on orders for each row
  when (new.state = 'complete' and new.product = 'cohort') execute function delete_saved_checkouts();
