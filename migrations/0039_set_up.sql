-- The first set-up of an installation in the browser (docs/contract §48, docs/decisions/0066).

create table set_up (
  singleton boolean primary key default true check (singleton),
  token_hash bytea check (octet_length(token_hash) = 32),
  expires_at timestamptz,
  finished_at timestamptz,
  check ((token_hash is null) = (expires_at is null)),
  check (finished_at is null or token_hash is null)
);
comment on table set_up is 'Whether this installation is set up. One row.';
comment on column set_up.singleton is 'True: there is one row.';
comment on column set_up.token_hash is 'SHA-256 of the token in the newest link. Null: none was made yet, or the set-up is over.';
comment on column set_up.expires_at is 'Time at which the link ends.';
comment on column set_up.finished_at is 'Time at which the first owner came. It stays when that owner goes, so that the set-up never opens again.';

-- An installation that people already use sees nothing of the set-up.
insert into set_up (finished_at)
  select case when exists (select from site_role where role = 'owner') or exists (select from person) then now() end;

-- An owner who comes in another way, such as by the command line, ends the set-up too. Whoever makes an owner holds the
-- lock 'site owner' before this row, so that two first owners wait for each other.
create function finish_set_up() returns trigger language plpgsql as $$
begin
  update set_up set token_hash = null, expires_at = null, finished_at = now() where finished_at is null;
  return null;
end $$;
create trigger set_up_finished after insert or update of role on site_role for each row
  when (new.role = 'owner') execute function finish_set_up();

-- Finished for good, and the row is never deleted.
create function keep_set_up_finished() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.finished_at is not null then
    raise exception 'the set-up of this installation is over' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger set_up_stays before update or delete on set_up for each row execute function keep_set_up_finished();

alter table site_setting
  add column timezone_id text check (timezone_id = btrim(timezone_id) and char_length(timezone_id) between 1 and 64),
  add column country_code text check (country_code ~ '^[A-Z]{2}$'),
  add column refund_policy text check (refund_policy in ('flexible', 'standard', 'final')),
  add column privacy_read_at timestamptz;
comment on column site_setting.timezone_id is 'Time zone of the dates of new courses. Null: the one of the browser in which the course is made.';
comment on column site_setting.country_code is 'Country of the seller, on invoices, and of visitors whose country is unknown. Null: none on invoices. DEFAULT_COUNTRY wins for visitors.';
comment on column site_setting.privacy_read_at is 'Time at which an owner confirmed the privacy page. Null: nobody has.';
comment on column site_setting.refund_policy is 'Refund rule of new courses. Null: standard.';

-- Owner: information-pages
create table information_page (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  version integer not null default 1 check (version > 0),
  draft jsonb check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 250000),
  published jsonb check (jsonb_typeof(published) = 'object' and octet_length(published::text) <= 250000),
  published_at timestamptz,
  updated_at timestamptz not null,
  updated_by uuid references person on delete set null,
  check ((published is null) = (published_at is null))
);
comment on table information_page is 'Texts of information pages that an owner has edited. A page without a row has the text that is shipped.';
comment on column information_page.name is 'The address, such as privacy.';
comment on column information_page.version is 'Grows with each change. A form with an older number is refused.';
comment on column information_page.draft is 'The texts that are not public. Null: those that are.';
comment on column information_page.published is 'The texts that are public. Null: the shipped ones.';
comment on column information_page.updated_by is 'Null: an account that was deleted.';
create index information_page_updated_by on information_page (updated_by) where updated_by is not null;

-- Every process holds the public texts in memory, with the settings (src/platform/site-reader.ts).
alter table site_setting add column shown_version integer not null default 1;
comment on column site_setting.shown_version is 'Grows with each change of the mark and of a public information page.';
create function count_shown_change() returns trigger language plpgsql as $$
begin
  update site_setting set shown_version = shown_version + 1;
  return null;
end $$;
create trigger information_published after update on information_page for each row
  when (old.published is distinct from new.published) execute function count_shown_change();

-- Owner: site
create table site_mark (
  singleton boolean primary key default true check (singleton),
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  picture bytea not null check (octet_length(picture) between 1 and 200000)
);
comment on table site_mark is 'The picture beside the name of the site. No row: the drop that comes with the program.';
comment on column site_mark.singleton is 'True: there is one row at most.';
comment on column site_mark.hash is 'The start of the SHA-256 of the picture, which is in its address.';
comment on column site_mark.picture is 'WebP, at most 128 pixels on each side.';
create trigger mark_changed after insert or update or delete on site_mark
  for each row execute function count_shown_change();
