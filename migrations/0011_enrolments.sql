-- Seats: holds during a payment, and enrolments (docs/contract §4 and §5).

-- Refuses a seat or a hold in a cancelled cohort (docs/decisions/0026).
create function refuse_seat_in_cancelled_cohort() returns trigger language plpgsql as $$
begin
  if exists (select from cohort where cohort_code = new.cohort_code and state = 'cancelled') then
    raise exception 'cohort % is cancelled: it has no seats to give', new.cohort_code using errcode = 'check_violation';
  end if;
  return new;
end $$;

create table waitlist_offer (
  id uuid primary key default uuidv7(),
  entry_id bigint not null unique references waitlist_entry on delete cascade,
  cohort_code text not null references cohort,
  seats integer not null check (seats between 1 and 6),
  state text not null default 'offered' check (state in ('offered', 'claimed', 'declined', 'expired', 'withdrawn')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (expires_at <= created_at + interval '24 hours'),
  check ((state = 'offered') = (ended_at is null))
);
comment on table waitlist_offer is 'Seats that are held for a person of a waitlist, for at most 24 hours (docs/contract §4).';
comment on column waitlist_offer.state is 'src/domain/orders/waitlist-offer.ts has the state machine.';
comment on column waitlist_offer.seats is 'Counted in cohort.taken while the offer is open. A hold of the checkout then uses these seats.';
comment on column waitlist_offer.created_at is 'When the offer was made, by the clock of the program.';
create index waitlist_offer_open on waitlist_offer (cohort_code, expires_at) where state = 'offered';

insert into transition (machine, from_state, to_state) values
  ('waitlist_offer', 'offered', 'claimed'),
  ('waitlist_offer', 'offered', 'declined'),
  ('waitlist_offer', 'offered', 'expired'),
  ('waitlist_offer', 'offered', 'withdrawn');
create trigger waitlist_offer_transition before update of state on waitlist_offer for each row execute function guard_transition('waitlist_offer');
create trigger waitlist_offer_cohort_runs before insert on waitlist_offer for each row
  execute function refuse_seat_in_cancelled_cohort();

-- Notes the offer at its waitlist entry, and takes the entry off the waitlist when the offer ends.
create function mark_offered_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update waitlist_entry set offered_at = new.created_at where id = new.entry_id and left_at is null;
    if not found then
      raise exception 'waitlist entry % has left', new.entry_id using errcode = 'check_violation';
    end if;
  else
    update waitlist_entry set left_at = new.ended_at where id = new.entry_id and left_at is null;
  end if;
  return null;
end $$;
create trigger waitlist_offer_made after insert on waitlist_offer for each row execute function mark_offered_entry();
create trigger waitlist_offer_ended after update of state on waitlist_offer for each row
  when (old.state = 'offered' and new.state <> 'offered') execute function mark_offered_entry();

-- Refuses to end an entry with an open offer, because nobody else could get its seats.
create function refuse_to_leave_with_offer() returns trigger language plpgsql as $$
begin
  if exists (select from waitlist_offer where entry_id = new.id and state = 'offered') then
    raise exception 'waitlist entry % still has an open offer', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger waitlist_entry_leaves before update of left_at on waitlist_entry for each row
  when (old.left_at is null and new.left_at is not null) execute function refuse_to_leave_with_offer();

create table seat_hold (
  id uuid primary key default uuidv7(),
  order_id uuid not null unique references orders on delete restrict,
  cohort_code text not null references cohort,
  seats integer not null check (seats > 0),
  state text not null default 'live' check (state in ('live', 'taken', 'released')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip_hash bytea,
  client_hash bytea,
  started_at timestamptz not null default now(),
  presented_at timestamptz,
  ended_unpaid_at timestamptz,
  waitlist_offer_id uuid references waitlist_offer on delete set null,
  check (expires_at <= created_at + interval '30 minutes'),
  constraint seat_hold_whole_time check (expires_at <= started_at + interval '30 minutes')
);
comment on table seat_hold is 'Seats reserved during a payment: at most 30 minutes, replaced orders included.';
comment on column seat_hold.ip_hash is 'Keyed hash of the buyer''s network address, for the limits on holds. Deleted a day after an unpaid end.';
comment on column seat_hold.client_hash is 'Keyed hash of the buyer''s client. Deleted a day after an unpaid end.';
comment on column seat_hold.started_at is 'When the first hold began, where this order replaced others.';
comment on column seat_hold.presented_at is 'When the provider had a card for it that was not declined. Such a hold counts against no limit.';
comment on column seat_hold.ended_unpaid_at is 'When the hold ended unpaid. It counts against the client''s limits for another hour.';
comment on column seat_hold.waitlist_offer_id is
  'The offer whose seats the hold uses. Such a hold takes no seats of its own, and its end returns none.';
create unique index seat_hold_offer on seat_hold (waitlist_offer_id) where state = 'live' and waitlist_offer_id is not null;
create index seat_hold_offers on seat_hold (waitlist_offer_id) where waitlist_offer_id is not null;
create index seat_hold_live on seat_hold (expires_at) where state = 'live';
create index seat_hold_cohort on seat_hold (cohort_code) where state = 'live';
create index seat_hold_ended on seat_hold (cohort_code, ended_unpaid_at) where ended_unpaid_at is not null;

insert into transition (machine, from_state, to_state) values
  ('seat_hold', 'live', 'taken'),
  ('seat_hold', 'live', 'released'),
  ('seat_hold', 'released', 'live');
create trigger seat_hold_transition before update of state on seat_hold for each row execute function guard_transition('seat_hold');
create trigger seat_hold_cohort_runs before insert or update of state on seat_hold for each row
  when (new.state = 'live') execute function refuse_seat_in_cancelled_cohort();

-- An offer does not end while a payment uses its seats, and is not deleted while it holds seats.
create function refuse_end_of_used_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'offer % still holds seats', old.id using errcode = 'check_violation';
  elsif exists (select from seat_hold where waitlist_offer_id = old.id and state = 'live') then
    raise exception 'the seats of offer % are being paid for', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger waitlist_offer_not_used before update of state on waitlist_offer for each row
  when (new.state <> old.state) execute function refuse_end_of_used_offer();
create trigger waitlist_offer_kept before delete on waitlist_offer for each row
  when (old.state = 'offered') execute function refuse_end_of_used_offer();

create table enrolment (
  id uuid primary key default uuidv7(),
  person_id uuid references person on delete restrict,
  cohort_code text not null references cohort,
  order_id uuid not null references orders on delete restrict,
  state text not null default 'active' check (state in ('unconfirmed', 'active', 'cancelled')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  ip_hash bytea,
  seat integer not null default 1 check (seat between 1 and 10),
  cancelled_at timestamptz,
  cancelled_by uuid references person on delete restrict,
  cancel_reason text,
  frozen_at timestamptz,
  client_hash bytea,
  check (state <> 'unconfirmed' or (expires_at is not null and (person_id is not null or seat > 1)))
);
comment on table enrolment is 'Seats of a cohort that are taken.';
comment on column enrolment.person_id is 'The person in the seat. Null: a friend of the buyer who has not accepted the invitation yet.';
comment on column enrolment.state is 'unconfirmed: a free seat whose address is not proved yet.';
comment on column enrolment.expires_at is 'When an unconfirmed seat is freed again.';
comment on column enrolment.ip_hash is 'Keyed hash of the network address that asked for a free seat. Limits seats per network; deleted after 30 days.';
comment on column enrolment.seat is 'Number of the seat in its order. Seat 1 is the buyer''s.';
comment on column enrolment.cancelled_by is 'The admin who ended the seat.';
comment on column enrolment.frozen_at is 'Since then a dispute about the payment suspends access. An overdue balance is orders.paused_at.';
comment on column enrolment.client_hash is 'Keyed hash of the client that asked for a free seat. Another client with the same address has its own.';
create unique index enrolment_once on enrolment (cohort_code, person_id) where state = 'active';
create unique index enrolment_seat on enrolment (order_id, seat) where state <> 'cancelled';
create unique index enrolment_unconfirmed_once on enrolment (cohort_code, person_id, client_hash) where state = 'unconfirmed';
create index enrolment_person on enrolment (person_id);
create index enrolment_cancelled_by on enrolment (cancelled_by) where cancelled_by is not null;
create index enrolment_order on enrolment (order_id);
create index enrolment_unconfirmed_expiry on enrolment (expires_at) where state = 'unconfirmed';
create index enrolment_unconfirmed_ip on enrolment (cohort_code, ip_hash) where state = 'unconfirmed';
create index enrolment_ip_hash_age on enrolment (created_at) where ip_hash is not null;

insert into transition (machine, from_state, to_state) values
  ('enrolment', 'unconfirmed', 'active'),
  ('enrolment', 'unconfirmed', 'cancelled'),
  ('enrolment', 'active', 'cancelled');
create trigger enrolment_transition before update of state on enrolment for each row execute function guard_transition('enrolment');
create trigger enrolment_cohort_runs before insert or update of state on enrolment for each row
  when (new.state <> 'cancelled') execute function refuse_seat_in_cancelled_cohort();

-- Counts the active enrolments of a cohort for the cards of courses. Runs at the commit, so that the cohort's row is
-- locked for a moment only.
create function count_enrolment() returns trigger language plpgsql as $$
declare
  added integer := (tg_op <> 'DELETE' and new.state = 'active')::int - (tg_op <> 'INSERT' and old.state = 'active')::int;
begin
  if added <> 0 then
    update cohort set enrolled = enrolled + added where cohort_code = coalesce(new.cohort_code, old.cohort_code);
  end if;
  return null;
end $$;
create constraint trigger enrolment_count after insert or update of state or delete on enrolment
  deferrable initially deferred for each row execute function count_enrolment();

-- A complete order has an enrolment for each seat. A gift card has no seats. Checked at the commit
-- (docs/contract §5, promises).
create function order_must_be_seated() returns trigger language plpgsql as $$
begin
  if (select count(*) from enrolment where order_id = new.id) < new.seats then
    raise exception 'order % is complete without its enrolments', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger orders_seated after insert or update of state on orders deferrable initially deferred
  for each row when (new.state = 'complete') execute function order_must_be_seated();

create table enrolment_link (
  hash bytea primary key,
  enrolment_id uuid not null references enrolment on delete cascade
);
comment on table enrolment_link is 'Mailed links that confirm a free seat. Each works until the seat is confirmed or freed.';
comment on column enrolment_link.hash is 'Hash of the token in the link. The token itself is not stored.';
create index enrolment_link_enrolment on enrolment_link (enrolment_id);
