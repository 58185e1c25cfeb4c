-- Links that show the draft of a course to people without an account (docs/contract §36).

create table preview_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  course_code text not null references course on delete cascade,
  kind text not null check (kind in ('shared', 'frame')),
  created_by uuid references person on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at)
);
comment on table preview_link is 'Each shows the draft of a course as its public page would be. Ending the links deletes them.';
comment on column preview_link.token_hash is 'SHA-256 of the token in the address. The token itself is stored nowhere.';
comment on column preview_link.kind is 'shared: a person gives it to others. frame: the studio shows the page with it.';
comment on column preview_link.created_by is 'Null: an account that was deleted.';
create index preview_link_course on preview_link (course_code, kind);
create index preview_link_created_by on preview_link (created_by) where created_by is not null;
