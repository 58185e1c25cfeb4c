-- Roles of people at the site and in courses (docs/contract §19, docs/decisions/0036).

create table site_role (
  person_id uuid primary key references person on delete cascade,
  role text not null check (role in ('owner', 'community_admin', 'creator')),
  granted_by uuid references person on delete set null,
  granted_at timestamptz not null default now()
);
comment on table site_role is 'The people who run the site, and those who may make courses.';
comment on column site_role.role is 'The trigger sync_site_role on person writes owner and community_admin. creator: may make courses.';
comment on column site_role.granted_by is 'Null: the command line, or the migration.';
create index site_role_granted_by on site_role (granted_by) where granted_by is not null;

create table course_role (
  person_id uuid not null references person on delete cascade,
  course_code text not null references course on delete cascade,
  role text not null check (role in ('creator', 'co_teacher', 'assistant')),
  granted_by uuid references person on delete set null,
  granted_at timestamptz not null default now(),
  primary key (person_id, course_code)
);
comment on table course_role is 'The people who teach a course. A course without a creator belongs to the owners of the site.';
comment on column course_role.granted_by is 'Null: the command line.';
create unique index course_role_creator on course_role (course_code) where role = 'creator';
create index course_role_course on course_role (course_code);
create index course_role_granted_by on course_role (granted_by) where granted_by is not null;

-- Copies the role "community-admin" of person.roles to site_role. The first admin becomes the owner. The lock lets only
-- one of two first admins become the owner.
create function sync_site_role() returns trigger language plpgsql as $$
begin
  if 'community-admin' = any (new.roles) then
    perform pg_advisory_xact_lock(hashtext('site owner'));
    insert into site_role (person_id, role)
      values (new.id, case when exists (select from site_role where role = 'owner') then 'community_admin' else 'owner' end)
      on conflict (person_id) do update set role = excluded.role where site_role.role = 'creator';
  elsif tg_op = 'UPDATE' and 'community-admin' = any (old.roles) then
    delete from site_role where person_id = new.id and role <> 'creator';
  end if;
  return null;
end $$;
create trigger site_role_sync after insert or update of roles on person for each row execute function sync_site_role();

-- Copies the fact that a person teaches, or may make courses, to person.roles, which the log-in and the profile read.
create function sync_creator_role() returns trigger language plpgsql as $$
declare
  changed uuid := coalesce(new.person_id, old.person_id);
begin
  update person
    set roles = case when exists (select from course_role where person_id = changed)
        or exists (select from site_role where person_id = changed and role = 'creator')
      then array_append(array_remove(roles, 'creator'), 'creator') else array_remove(roles, 'creator') end
    where id = changed and deleted_at is null;
  return null;
end $$;
create trigger creator_role_sync after insert or delete on course_role for each row execute function sync_creator_role();
create trigger site_creator_insert after insert on site_role for each row
  when (new.role = 'creator') execute function sync_creator_role();
create trigger site_creator_delete after delete on site_role for each row
  when (old.role = 'creator') execute function sync_creator_role();

insert into site_role (person_id, role)
  select id, case when row_number() over (order by created_at, id) = 1 then 'owner' else 'community_admin' end
  from person where 'community-admin' = any (roles) and deleted_at is null;
