-- A free place that a stranger took is theirs only once its address is proved: until then it waits, and lapses.
alter table enrolment drop constraint enrolment_state_check;
alter table enrolment add constraint enrolment_state_check check (state in ('unconfirmed', 'active', 'cancelled'));
alter table enrolment add column lapses_at timestamptz;
-- Who asked, as a keyed hash of the client's address: few unconfirmed places from one, where seats are few.
alter table enrolment add column asked_from bytea;
alter table enrolment add check (state <> 'unconfirmed' or (lapses_at is not null and person_id is not null));
create unique index enrolment_unconfirmed_once on enrolment (course_code, person_id) where state = 'unconfirmed';
create index enrolment_unconfirmed_lapse on enrolment (lapses_at) where state = 'unconfirmed';
create index enrolment_unconfirmed_from on enrolment (course_code, asked_from) where state = 'unconfirmed';

insert into transition (machine, from_state, to_state) values
  ('enrolment', 'unconfirmed', 'active'),
  ('enrolment', 'unconfirmed', 'cancelled');

-- What a mail about such a place carries; only the hash is kept. Each works until the place is confirmed or lapses.
create table enrolment_link (
  hash bytea primary key,
  enrolment_id uuid not null references enrolment on delete cascade
);
create index enrolment_link_enrolment on enrolment_link (enrolment_id);

-- What costs nothing never meets a provider, and is complete at once.
alter table payment add constraint payment_over_nothing
  check (method <> 'none' or (provider = 'none' and provider_intent_id is null and state = 'complete'));
