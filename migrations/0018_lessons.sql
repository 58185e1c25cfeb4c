-- Modules and lessons as rows (docs/contract §9 to §12). They replace the curriculum in course.definition.
-- Owner: catalog

create table module (
  id uuid primary key default uuidv7(),
  course_code text not null references course on delete cascade,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null check (position >= 0),
  title text not null,
  kind text not null default 'module' check (kind in ('module', 'pro')),
  release_rule text not null default 'at-once' check (release_rule in ('at-once', 'on-date', 'after-days', 'after-previous', 'with-session')),
  release_at timestamp,
  release_days integer check (release_days >= 0),
  release_lesson_id uuid,
  unique (course_code, key),
  unique (course_code, id),
  constraint module_position unique (course_code, position) deferrable initially deferred,
  check ((release_rule = 'on-date') = (release_at is not null)),
  check ((release_rule = 'after-days') = (release_days is not null)),
  check ((release_rule = 'with-session') = (release_lesson_id is not null))
);
comment on table module is 'The named parts of a course, in order.';
comment on column module.key is 'The name of the module in the content files. It never changes.';
comment on column module.kind is 'pro: the evenings with guests (proSessions in docs/contract §4).';
comment on column module.release_rule is 'When the lessons open (docs/contract §11).';
comment on column module.release_at is 'A local time in the cohort''s zone.';
create unique index module_pro on module (course_code) where kind = 'pro';

create table lesson (
  id uuid primary key default uuidv7(),
  course_code text not null references course on delete cascade,
  module_id uuid,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer check (position >= 0),
  kind text not null check (kind in ('video', 'audio', 'text', 'files', 'embed', 'live')),
  title text not null,
  summary text not null,
  minutes integer not null check (minutes > 0),
  state text not null check (state in ('planned', 'published', 'withdrawn')),
  is_required boolean not null default true,
  is_preview boolean not null default false check (not is_preview or kind in ('video', 'audio', 'text')),
  content jsonb,
  search_text text not null generated always as (fold_search_text(title || ' ' || summary || ' ' || coalesce(content ->> 'markdown', ''))) stored,
  asset_id uuid,
  release_rule text not null default 'at-once' check (release_rule in ('at-once', 'on-date', 'after-days', 'after-previous', 'with-session')),
  release_at timestamp,
  release_days integer check (release_days >= 0),
  release_lesson_id uuid,
  unique (course_code, key),
  unique (course_code, id),
  constraint lesson_position unique (module_id, position) deferrable initially deferred,
  foreign key (course_code, module_id) references module (course_code, id) deferrable initially deferred,
  foreign key (course_code, asset_id) references asset (course_code, id),
  foreign key (course_code, release_lesson_id) references lesson (course_code, id) deferrable initially deferred,
  check ((state = 'withdrawn') = (module_id is null)),
  check ((module_id is null) = (position is null)),
  check (state = 'withdrawn' or (state = 'planned') = (content is null)),
  check ((release_rule = 'on-date') = (release_at is not null)),
  check ((release_rule = 'after-days') = (release_days is not null)),
  check ((release_rule = 'with-session') = (release_lesson_id is not null))
);
comment on table lesson is 'The lessons of a course. A row is never deleted while its course exists: learners'' rows refer to it.';
comment on column lesson.key is 'The id of the item in the content files. It never changes.';
comment on column lesson.module_id is 'Null exactly for a withdrawn lesson. So is position.';
comment on column lesson.minutes is 'The stated length.';
comment on column lesson.is_required is 'Whether it counts for completion (docs/contract §12).';
comment on column lesson.is_preview is 'Open to everybody.';
comment on column lesson.content is 'By kind (docs/contract §9). Null: the lesson was never published.';
comment on column lesson.asset_id is 'The video or audio file.';
comment on column lesson.release_at is 'A local time in the cohort''s zone.';
create index lesson_module on lesson (module_id);
create index lesson_asset on lesson (asset_id) where asset_id is not null;
create index lesson_release_lesson on lesson (release_lesson_id) where release_lesson_id is not null;
create index module_release_lesson on module (release_lesson_id) where release_lesson_id is not null;
alter table module add foreign key (course_code, release_lesson_id) references lesson (course_code, id) deferrable initially deferred;

insert into transition (machine, from_state, to_state) values
  ('lesson', 'planned', 'published'),
  ('lesson', 'planned', 'withdrawn'),
  ('lesson', 'published', 'withdrawn'),
  ('lesson', 'withdrawn', 'published'),
  ('lesson', 'withdrawn', 'planned');
create trigger lesson_transition before update of state on lesson for each row execute function guard_transition('lesson');

create table lesson_file (
  lesson_id uuid not null references lesson on delete cascade,
  course_code text not null,
  position integer not null check (position between 0 and 19),
  asset_id uuid not null,
  label text not null check (label <> ''),
  primary key (lesson_id, position),
  foreign key (course_code, lesson_id) references lesson (course_code, id) on delete cascade,
  foreign key (course_code, asset_id) references asset (course_code, id)
);
comment on table lesson_file is 'Files beside a lesson, in order.';
create index lesson_file_asset on lesson_file (asset_id);

create table lesson_prerequisite (
  lesson_id uuid not null references lesson on delete cascade,
  required_lesson_id uuid not null references lesson on delete cascade,
  primary key (lesson_id, required_lesson_id)
);
comment on table lesson_prerequisite is 'Lessons that must be complete before another one opens. Each is earlier in the course, so no circle can exist.';
create index lesson_prerequisite_required on lesson_prerequisite (required_lesson_id);

-- Refuses a prerequisite that is not earlier in the same course. Withdrawn lessons have no place, so they bind nobody.
create function prerequisites_must_be_earlier() returns trigger language plpgsql as $$
begin
  if exists (
    select from lesson_prerequisite as need
      join lesson on lesson.id = need.lesson_id
      join lesson as required on required.id = need.required_lesson_id
      left join module on module.id = lesson.module_id
      left join module as required_module on required_module.id = required.module_id
    where (tg_table_name = 'lesson_prerequisite' and need.lesson_id = (to_jsonb(new) ->> 'lesson_id')::uuid
        or tg_table_name <> 'lesson_prerequisite' and lesson.course_code = to_jsonb(new) ->> 'course_code')
      and (lesson.course_code <> required.course_code
        or (required_module.position, required.position) >= (module.position, lesson.position))
  ) then
    raise exception 'a prerequisite is not earlier in the course' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger prerequisite_earlier after insert or update on lesson_prerequisite
  deferrable initially deferred for each row execute function prerequisites_must_be_earlier();
create constraint trigger prerequisite_earlier after update of module_id, position on lesson
  deferrable initially deferred for each row execute function prerequisites_must_be_earlier();
create constraint trigger prerequisite_earlier after update of position on module
  deferrable initially deferred for each row execute function prerequisites_must_be_earlier();

alter table course
  add access_days integer default 365 check (access_days > 0),
  add completion jsonb not null default '{"lessonsPercent": 100, "sessionsPercent": 75}',
  add recording_counts boolean not null default true,
  add certificate jsonb not null default '{"mode": "off", "text": "", "signature": "", "hours": null}';
comment on column course.access_days is 'Days of access after the end of the cohort, or after the enrolment on demand. Null: without an end.';
comment on column course.completion is 'The least share of required lessons and sessions, in percent (docs/contract §12).';
comment on column course.recording_counts is 'Whether a watched recording counts as attended.';
comment on column course.certificate is 'mode off or on-completion, a text, a signature, and the hours printed (null: none).';
update course set certificate = certificate || '{"mode": "on-completion"}' where kind = 'course';

create view public_course as select * from course where published_at is not null;
comment on view public_course is 'The courses that were published, withdrawn ones too. Everything that visitors see or buy reads it.';

-- The curriculum becomes rows. A group becomes a module, and an item a lesson that keeps its id as key. Items of live
-- courses are meetings; the others are videos without a file yet.
do $$
declare
  part record;
  item record;
  created_module_id uuid;
  base text;
  new_key text;
  counter integer;
begin
  for part in
    select course.course_code, course.delivery_type, 'module' as kind, entry.value ->> 'title' as title, entry.value -> 'items' as items, entry.ordinality
      from course, jsonb_array_elements(course.definition -> 'curriculum') with ordinality as entry
    union all
    select course.course_code, course.delivery_type, 'pro', 'Pro sessions', course.definition -> 'proSessions', 1000000
      from course where jsonb_array_length(course.definition -> 'proSessions') > 0
    order by course_code, ordinality
  loop
    base := coalesce(nullif(trim(both '-' from regexp_replace(lower(part.title), '[^a-z0-9]+', '-', 'g')), ''), 'module');
    new_key := base;
    counter := 1;
    while exists (select from module where course_code = part.course_code and key = new_key) loop
      counter := counter + 1;
      new_key := base || '-' || counter;
    end loop;
    insert into module (course_code, key, position, title, kind)
      values (part.course_code, new_key, (select count(*) from module where course_code = part.course_code), part.title, part.kind)
      returning id into created_module_id;
    for item in select value, ordinality from jsonb_array_elements(part.items) with ordinality loop
      insert into lesson (course_code, module_id, key, position, kind, title, summary, minutes, state, is_required, content)
        select part.course_code, created_module_id, item.value ->> 'id', item.ordinality - 1, case when is_live then 'live' else 'video' end,
          item.value ->> 'title', coalesce(item.value ->> 'summary', ''), (item.value ->> 'minutes')::integer,
          case when is_live then 'published' else 'planned' end, part.kind = 'module', case when is_live then '{}'::jsonb end
        from (select part.delivery_type = 'live' and item.value ->> 'kind' is distinct from 'lesson' or part.kind = 'pro' as is_live) as decided;
    end loop;
  end loop;
end $$;

alter table cohort_session
  add lesson_id uuid,
  add sealed_meeting_url bytea,
  add recording_asset_id uuid references asset on delete restrict,
  add recap text check (length(recap) between 1 and 6000),
  add imported_recap text,
  add imported_recording bytea check (length(imported_recording) = 32),
  add sequence integer not null default 0 check (sequence >= 0),
  add cancelled_at timestamptz;

-- A session whose item is no longer in the curriculum belongs to a withdrawn lesson.
insert into lesson (course_code, key, kind, title, summary, minutes, state, is_required, content)
  select distinct on (cohort.course_code, item_id) cohort.course_code, item_id, 'live', cohort_session.title, '',
    greatest(1, extract(epoch from cohort_session.ends_at - cohort_session.starts_at)::integer / 60), 'withdrawn', false, '{}'::jsonb
  from cohort_session join cohort using (cohort_code)
  where not exists (select from lesson where lesson.course_code = cohort.course_code and lesson.key = item_id)
  order by cohort.course_code, item_id, cohort_session.starts_at;
update cohort_session set lesson_id = lesson.id
  from cohort, lesson
  where cohort.cohort_code = cohort_session.cohort_code and lesson.course_code = cohort.course_code and lesson.key = item_id;

alter table cohort_session
  alter lesson_id set not null,
  add foreign key (lesson_id) references lesson on delete restrict,
  drop column item_id,
  drop constraint cohort_session_cohort_code_position_key,
  add constraint cohort_session_position unique (cohort_code, position) deferrable initially deferred;
create unique index cohort_session_lesson on cohort_session (cohort_code, lesson_id) where cancelled_at is null;
create index cohort_session_lesson_id on cohort_session (lesson_id);
create index cohort_session_recording on cohort_session (recording_asset_id) where recording_asset_id is not null;
comment on column cohort_session.lesson_id is 'The live lesson that is taught.';
comment on column cohort_session.sealed_meeting_url is 'The address of the meeting, encrypted. It leaves the server in the join redirect only.';
comment on column cohort_session.recap is 'Markdown, shown after the end.';
comment on column cohort_session.imported_recap is 'The recap that the last import named. An equal one does not overwrite the teacher''s.';
comment on column cohort_session.imported_recording is 'The hash of the recording that the last import named.';
comment on column cohort_session.sequence is 'Raised by each change of the time, for calendars.';
update course set definition = definition - '{curriculum,proSessions}'::text[];

create trigger page_change after insert or update or delete on module for each row execute function notify_page_change();
-- The page of a preview lesson shows its file as soon as the file is ready.
create trigger page_change after update of state on asset for each row when (new.state = 'ready' and new.course_code is not null) execute function notify_page_change();
create trigger page_change after insert or update or delete on lesson for each row execute function notify_page_change();

-- The curriculum of a course as pages and the API show it. It names no content, and no lesson that is withdrawn.
create function course_outline(code text) returns jsonb language sql stable as $$
  with part as (
    select module.kind, module.position, jsonb_build_object('title', module.title, 'items', jsonb_agg(jsonb_build_object(
        'id', lesson.key, 'title', lesson.title, 'summary', lesson.summary, 'minutes', lesson.minutes,
        'kind', case lesson.kind when 'live' then 'live' else 'lesson' end,
        'preview', case when lesson.is_preview and lesson.state = 'published' then jsonb_build_object(
          'kind', lesson.kind, 'minutes', coalesce(ceil(asset.duration_ms / 60000.0)::int, lesson.minutes)) end)
        order by lesson.position)) as body
    from module join lesson on lesson.module_id = module.id left join asset on asset.id = lesson.asset_id
    where module.course_code = code
    group by module.id
  )
  select jsonb_build_object(
    'curriculum', coalesce((select jsonb_agg(body order by position) from part where kind = 'module'), '[]'),
    'proSessions', coalesce((select body -> 'items' from part where kind = 'pro'), '[]'))
$$;
