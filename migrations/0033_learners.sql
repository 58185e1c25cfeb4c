-- Learners as teachers see and help them: other dates, notes, and the index of their list (docs/contract §42).

-- Owner: enrolments
create table seat_move (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete cascade,
  seat integer not null check (seat between 1 and 10),
  from_cohort_code text not null references cohort,
  to_cohort_code text not null references cohort,
  from_starts_at timestamptz,
  moved_at timestamptz not null default now(),
  moved_by uuid references person on delete restrict,
  check (from_cohort_code <> to_cohort_code)
);
comment on table seat_move is 'Seats that teachers moved to other dates of the same course. The enrolment has the present dates.';
comment on column seat_move.seat is 'The seat of the order: it keeps its moves when another friend gets it.';
comment on column seat_move.from_starts_at is 'The first session of the dates before, at the move. The refund window takes the later one (price rule 9).';
comment on column seat_move.moved_by is 'The teacher or admin. Null: that account was deleted.';
create index seat_move_order on seat_move (order_id, seat);
create index seat_move_moved_by on seat_move (moved_by) where moved_by is not null;
create index seat_move_from_cohort on seat_move (from_cohort_code);
create index seat_move_to_cohort on seat_move (to_cohort_code);

create function move_within_course() returns trigger language plpgsql as $$
begin
  if (select course_code from cohort where cohort_code = new.from_cohort_code)
    is distinct from (select course_code from cohort where cohort_code = new.to_cohort_code) then
    raise exception 'a seat moves within its course' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger seat_move_within_course before insert on seat_move for each row execute function move_within_course();

alter table enrolment add column moved_at timestamptz;
comment on column enrolment.moved_at is 'Since when the seat has its present dates. Null: since it was taken.';

-- A seat changes its dates only by a move that is written down.
create function enrolment_moves() returns trigger language plpgsql as $$
begin
  if not exists (select from seat_move where order_id = new.order_id and seat = new.seat
    and from_cohort_code = old.cohort_code and to_cohort_code = new.cohort_code and moved_at = new.moved_at) then
    raise exception 'enrolment % changes its dates without a move', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger enrolment_moves before update of cohort_code on enrolment for each row
  when (new.cohort_code is distinct from old.cohort_code) execute function enrolment_moves();

drop trigger enrolment_cohort_runs on enrolment;
create trigger enrolment_cohort_runs before insert or update of state, cohort_code on enrolment for each row
  when (new.state <> 'cancelled') execute function refuse_seat_in_cancelled_cohort();

-- A move counts in both cohorts, in the order of their codes, so that two opposite moves cannot deadlock.
create or replace function count_enrolment() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select code, sum(step)::integer as added from (
      select new.cohort_code as code, 1 as step where tg_op <> 'DELETE' and new.state = 'active'
      union all select old.cohort_code, -1 where tg_op <> 'INSERT' and old.state = 'active') steps
    group by code having sum(step) <> 0 order by code
  loop
    update cohort set enrolled = enrolled + change.added where cohort_code = change.code;
  end loop;
  return null;
end $$;
drop trigger enrolment_count on enrolment;
create constraint trigger enrolment_count after insert or update of state, cohort_code or delete on enrolment
  deferrable initially deferred for each row execute function count_enrolment();

-- Seats of one order can be in several cohorts, and each cancellation ends its own.
alter table cohort_cancellation_order drop constraint cohort_cancellation_order_pkey, add primary key (order_id, cohort_code);

create index enrolment_joined on enrolment (cohort_code, id);
create index person_words on person using gin (search_vector(name || ' ' || email));

-- Owner: learners
create table learner_note (
  person_id uuid not null references person on delete cascade,
  course_code text not null references course on delete cascade,
  text text not null check (char_length(text) between 1 and 4000),
  updated_at timestamptz not null default now(),
  updated_by uuid references person on delete set null,
  primary key (person_id, course_code)
);
comment on table learner_note is 'What the teachers of a course wrote down about a learner. In the export of the learner''s data, and erased with the account.';
create index learner_note_course on learner_note (course_code);
create index learner_note_updated_by on learner_note (updated_by) where updated_by is not null;
