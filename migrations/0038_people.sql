-- People: invitations to roles, and the last owner (docs/contract §47, docs/decisions/0065).
-- Owner: invitations

create table role_invitation (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email) and email like '%_@_%'),
  role text not null check (role in ('community_admin', 'creator', 'co_teacher', 'assistant')),
  course_code text references course on delete cascade,
  token_hash bytea not null unique,
  invited_by uuid references person on delete set null,
  sent_count integer not null default 1 check (sent_count > 0),
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references person on delete set null,
  revoked_at timestamptz,
  check ((course_code is not null) = (role in ('co_teacher', 'assistant'))),
  check (accepted_at is null or revoked_at is null),
  check (accepted_by is null or accepted_at is not null)
);
comment on table role_invitation is 'People who were asked by e-mail to take a role. The link works once, for 14 days.';
comment on column role_invitation.email is 'Lower case, as normalised by src/domain/contact.ts. Whether it has an account is looked up when the link is used.';
comment on column role_invitation.role is 'creator: may make courses. co_teacher and assistant: in course_code.';
comment on column role_invitation.token_hash is 'Hash of the token in the newest link. The token itself is not stored.';
comment on column role_invitation.sent_count is 'How often it was sent. A new link ends the one before.';
create unique index role_invitation_open on role_invitation (email, role, coalesce(course_code, ''))
  where accepted_at is null and revoked_at is null;
create index role_invitation_expiry on role_invitation (expires_at);
create index role_invitation_course on role_invitation (course_code) where course_code is not null;
create index role_invitation_inviter on role_invitation (invited_by) where invited_by is not null;
create index role_invitation_accepted on role_invitation (accepted_by) where accepted_by is not null;

-- A site that has an owner keeps one. Roles are given in the browser now, so the next owner is somebody's choice: the
-- function no longer makes an admin the owner. Of parallel changes each waits for the lock and sees those before it.
create or replace function keep_site_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('site owner'));
  if not exists (select from site_role where role = 'owner') then
    raise exception 'the last owner of the site cannot be removed' using errcode = 'check_violation', constraint = 'site_owner_kept';
  end if;
  return null;
end $$;
drop trigger site_owner_kept on site_role;
create trigger site_owner_kept after delete or update of role on site_role for each row
  when (old.role = 'owner') execute function keep_site_owner();
