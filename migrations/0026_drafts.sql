-- Drafts of courses (docs/contract §36): text that is saved as it is typed, and public only once it is published.

create table course_draft (
  course_code text not null references course on delete cascade,
  unit text not null check (unit ~ '^(about|outline|page|addresses|rules|lesson:[a-z0-9]+(-[a-z0-9]+)*)$'),
  version integer not null default 1 check (version > 0),
  body jsonb not null check (octet_length(body::text) <= 400000),
  updated_at timestamptz not null default now(),
  updated_by uuid references person on delete set null,
  primary key (course_code, unit)
);
comment on table course_draft is
  'The parts of a course that are saved by themselves. A unit without a row equals the last published version.';
comment on column course_draft.version is
  'Grows with each change and never falls, also by publishing and importing, so a page that was opened earlier cannot overwrite a newer text.';
comment on column course_draft.body is 'As in the document of a version (src/catalogue/catalog/publish/course-document.ts), but possibly incomplete.';
comment on column course_draft.updated_by is 'Null: an account that was deleted.';
create index course_draft_updated_by on course_draft (updated_by) where updated_by is not null;

-- Refuses a version that does not grow, and a change of body without one.
create function draft_version_must_grow() returns trigger language plpgsql as $$
begin
  if new.version <= old.version and new.body is distinct from old.body then
    raise exception 'the draft % of % has version % already', old.unit, old.course_code, old.version
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger draft_version_grows before update on course_draft for each row execute function draft_version_must_grow();
