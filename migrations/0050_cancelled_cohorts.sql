-- A cancelled cohort stays cancelled. The row in cohort_cancellation says who cancelled it and why; the two always
-- go together. A content file may cancel a cohort too, where nobody has a seat: then nobody's name stands there.
alter table cohort_cancellation alter column cancelled_by drop not null;

-- An import could open a cohort again that an admin had cancelled. Where nobody has a seat since, it is cancelled
-- again; elsewhere the old cancellation goes, so that the admin can cancel properly, with refunds and e-mails.
update cohort set state = 'cancelled'
  where state <> 'cancelled' and taken = 0 and course_code in (select course_code from cohort_cancellation);
delete from cohort_cancellation where course_code in (select course_code from cohort where state <> 'cancelled');
insert into cohort_cancellation (course_code, reason)
  select course_code, 'Cancelled in the content files.' from cohort
  where state = 'cancelled' and course_code not in (select course_code from cohort_cancellation);

create function refuse_reopening() returns trigger language plpgsql as $$
begin
  raise exception 'cohort % was cancelled and stays cancelled', old.course_code using errcode = 'check_violation';
end $$;
create trigger cohort_stays_cancelled before update of state on cohort for each row
  when (old.state = 'cancelled' and new.state <> 'cancelled') execute function refuse_reopening();

-- Checked at the end of the transaction, because the two rows are written one after the other.
create function cohort_must_match_cancellation() returns trigger language plpgsql as $$
declare
  code text := coalesce(new.course_code, old.course_code);
  found_state text;
begin
  select state into found_state from cohort where course_code = code;
  if found and (found_state = 'cancelled') <> exists (select from cohort_cancellation where course_code = code) then
    raise exception 'cohort % is % without the cancellation that belongs to it, or with one that does not', code, found_state
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger cohort_has_cancellation after insert or update of state on cohort
  deferrable initially deferred for each row execute function cohort_must_match_cancellation();
create constraint trigger cancellation_has_cohort after insert or delete on cohort_cancellation
  deferrable initially deferred for each row execute function cohort_must_match_cancellation();

-- Nobody gets a seat, or holds one, in a cancelled cohort.
create function refuse_seat_in_cancelled_cohort() returns trigger language plpgsql as $$
begin
  if exists (select from cohort where course_code = new.course_code and state = 'cancelled') then
    raise exception 'cohort % is cancelled: it has no seats to give', new.course_code using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enrolment_cohort_runs before insert or update of state on enrolment for each row
  when (new.state <> 'cancelled') execute function refuse_seat_in_cancelled_cohort();
create trigger seat_hold_cohort_runs before insert on seat_hold for each row
  when (new.state = 'live') execute function refuse_seat_in_cancelled_cohort();

-- The orders that a cancellation ends: written with it, done one by one by a job (refund, e-mail).
create table cohort_cancellation_order (
  order_id uuid primary key references orders on delete cascade,
  course_code text not null references cohort_cancellation on delete restrict,
  done_at timestamptz
);
create index cohort_cancellation_order_waiting on cohort_cancellation_order (course_code) where done_at is null;
insert into cohort_cancellation_order (order_id, course_code)
  select o.id, o.course_code from orders o join cohort_cancellation c on c.course_code = o.course_code and c.cancelled_by is not null
  where o.state = 'open'
    or exists (select from enrolment e where e.order_id = o.id and e.state in ('active', 'unconfirmed'));
