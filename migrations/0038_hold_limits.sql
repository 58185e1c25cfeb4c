-- A hold cannot be renewed without end: a replaced order hands down its times, and a hold that ended unpaid is
-- remembered for a while.
alter table seat_hold
  -- keyed hash of the client that placed the order
  add column held_by bytea,
  -- when the first hold began, where this one replaced others
  add column started_at timestamptz,
  -- when the provider was seen to have a card for it that was not declined
  add column presented_at timestamptz,
  -- when the hold ran out unpaid; the hashes of client and network stay for the limits of the next hour
  add column ended_unpaid_at timestamptz;
update seat_hold set started_at = created_at;
alter table seat_hold
  alter column started_at set not null,
  alter column started_at set default now(),
  add constraint seat_hold_whole_time check (expires_at <= started_at + interval '30 minutes');
create index seat_hold_ended on seat_hold (course_code, ended_unpaid_at) where ended_unpaid_at is not null;

alter table payment
  -- when the provider was first seen to have a card for it: the reconciler asks about these first
  add column card_presented_at timestamptz;
create index payment_presented on payment (asked_at)
  where state in ('pending', 'declined', 'returning') and provider <> 'none' and card_presented_at is not null;
