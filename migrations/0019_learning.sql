-- Learning: access, playback, progress, notes, attendance (docs/contract §10 to §15).
-- Owner: lessons

alter table enrolment
  add access_ends_at timestamptz,
  add access_reason text not null default 'purchased' check (access_reason in ('purchased', 'extended')),
  add last_seen_on date;
comment on column enrolment.access_ends_at is 'From then on lessons are closed. Null: without an end. Written when the enrolment becomes active.';
comment on column enrolment.access_reason is 'extended: a teacher gave more time than the purchase.';
comment on column enrolment.last_seen_on is 'The day of the learner''s last call in the course.';
create index enrolment_access_end on enrolment (access_ends_at) where state = 'active' and access_ends_at is not null;

-- Owner: enrolments
create table access_extension (
  id uuid primary key default uuidv7(),
  enrolment_id uuid not null references enrolment on delete cascade,
  previous_end timestamptz not null,
  next_end timestamptz not null check (next_end > previous_end),
  reason text not null check (reason <> '' and length(reason) <= 500),
  extended_by uuid not null references person on delete restrict,
  extended_at timestamptz not null default now()
);
comment on table access_extension is 'Longer access that a teacher gave, with the reason.';
create index access_extension_enrolment on access_extension (enrolment_id);
create index access_extension_extended_by on access_extension (extended_by);

alter table person add visible_to_cohort boolean not null default false;
comment on column person.visible_to_cohort is 'Whether learners of the same cohort see the first name and initial.';

-- Owner: lessons
create table play_grant (
  id uuid primary key default gen_random_uuid(),
  asset_ids uuid[] not null,
  played_asset_id uuid,
  offered_asset_ids uuid[] not null default '{}',
  lesson_id uuid references lesson on delete cascade,
  person_id uuid references person on delete cascade,
  enrolment_id uuid references enrolment on delete cascade,
  login_session_id uuid references session on delete cascade,
  created_at timestamptz not null default now(),
  alive_until timestamptz not null,
  ends_at timestamptz not null,
  check (ends_at <= created_at + interval '4 hours'),
  check (alive_until <= ends_at),
  check ((person_id is null) = (login_session_id is null)),
  check (enrolment_id is null or person_id is not null)
);
comment on table play_grant is 'The right to fetch the files of one lesson, recording or preview for a while. The address of the files names it.';
comment on column play_grant.asset_ids is 'Everything that the lesson, recording or preview uses.';
comment on column play_grant.played_asset_id is 'The video or audio file that is played. Of any other film the grant opens no address.';
comment on column play_grant.offered_asset_ids is 'The files that are offered for download. Of any other file the grant opens no upload.';
comment on column play_grant.lesson_id is 'The lesson that is played. Null: the recording of a session.';
comment on column play_grant.person_id is 'Null: a preview, which everybody may play.';
comment on column play_grant.enrolment_id is 'Null: a teacher or a preview.';
comment on column play_grant.alive_until is 'Moved on by each report of the player.';
create index play_grant_person on play_grant (person_id, alive_until);
create index play_grant_enrolment on play_grant (enrolment_id);
create index play_grant_session on play_grant (login_session_id);
create index play_grant_lesson on play_grant (lesson_id);
create index play_grant_end on play_grant (ends_at);

create table watch (
  person_id uuid not null references person on delete cascade,
  lesson_id uuid not null references lesson on delete restrict,
  asset_id uuid not null references asset on delete cascade,
  ranges int4multirange not null default '{}',
  position_seconds integer not null default 0 check (position_seconds >= 0),
  updated_at timestamptz not null default now(),
  primary key (person_id, lesson_id, asset_id),
  check (ranges <@ int4multirange(int4range(0, 360001)))
);
comment on table watch is 'The seconds of a file that a person has played, as the union of all reports.';
comment on column watch.ranges is 'Whole seconds: each range with its start and without its end.';
comment on column watch.position_seconds is 'The second at which the person stopped.';
create index watch_lesson on watch (lesson_id);
create index watch_asset on watch (asset_id);

create table lesson_progress (
  person_id uuid not null references person on delete cascade,
  lesson_id uuid not null references lesson on delete restrict,
  started_at timestamptz not null default now(),
  completed_at timestamptz,
  completed_by text check (completed_by in ('watched', 'marked', 'attended', 'teacher')),
  primary key (person_id, lesson_id),
  check ((completed_at is null) = (completed_by is null))
);
comment on table lesson_progress is 'Lessons that a person has started or completed. It belongs to the person and survives a change of cohort.';
create index lesson_progress_lesson on lesson_progress (lesson_id);

create table course_completion (
  person_id uuid not null references person on delete restrict,
  course_code text not null references course on delete restrict,
  completed_at timestamptz not null default now(),
  required_lesson_ids uuid[] not null check (cardinality(required_lesson_ids) > 0),
  gives_certificate boolean not null default false,
  primary key (person_id, course_code)
);
comment on table course_completion is 'Completed courses. Each row stays, even if the rule of the course stops to hold.';
comment on column course_completion.required_lesson_ids is 'Required published lessons at that moment.';
comment on column course_completion.gives_certificate is 'Whether the rule of the course gave a certificate at that moment.';
create index course_completion_course on course_completion (course_code);
create trigger course_completion_stays before update on course_completion for each row execute function refuse_change();

create table lesson_note (
  id uuid primary key default uuidv7(),
  person_id uuid not null references person on delete cascade,
  lesson_id uuid not null references lesson on delete restrict,
  at_seconds integer check (at_seconds >= 0),
  text text not null check (text <> '' and length(text) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table lesson_note is 'A learner''s own notes. Nobody else reads them.';
comment on column lesson_note.at_seconds is 'The moment of the video that the note is about.';
create index lesson_note_own on lesson_note (person_id, lesson_id);
create index lesson_note_lesson on lesson_note (lesson_id);

create table attendance (
  session_id uuid not null references cohort_session on delete restrict,
  person_id uuid not null references person on delete restrict,
  joined_at timestamptz,
  verdict text check (verdict in ('present', 'absent')),
  verdict_by uuid references person on delete restrict,
  verdict_at timestamptz,
  primary key (session_id, person_id),
  check (joined_at is not null or verdict is not null),
  check ((verdict is null) = (verdict_at is null))
);
comment on table attendance is 'People who joined a session, and the teacher''s verdict.';
comment on column attendance.joined_at is 'The first use of a join link.';
create index attendance_person on attendance (person_id);
create index attendance_verdict_by on attendance (verdict_by) where verdict_by is not null;

-- Owner: live
create table join_ticket (
  hash bytea primary key,
  session_id uuid not null references cohort_session on delete cascade,
  person_id uuid not null references person on delete cascade,
  audience text not null check (audience in ('learner', 'admin')),
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table join_ticket is 'Links that lead to a meeting once, within two minutes.';
comment on column join_ticket.audience is 'The audience of the session that asked: a site role counts in an admin''s only.';
comment on column join_ticket.hash is 'Hash of the ticket. The ticket itself is not stored.';
create index join_ticket_expiry on join_ticket (expires_at);
create index join_ticket_session on join_ticket (session_id);
create index join_ticket_person on join_ticket (person_id);

-- Owner: lessons
create table opened_digest (
  person_id uuid primary key references person on delete cascade,
  announced_until timestamptz not null
);
comment on table opened_digest is 'The last e-mail about newly opened lessons that a person got.';
comment on column opened_digest.announced_until is 'The e-mail named the lessons that opened up to then.';
