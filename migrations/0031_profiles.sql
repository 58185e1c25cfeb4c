-- Teachers' profiles, which their people edit in the studio (docs/contract §40).
-- Owner: catalog

alter table creator
  add page_slug text check (page_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  add links text[] not null default '{}' check (cardinality(links) <= 5),
  add photo_asset_id uuid unique references asset on delete restrict,
  add photo_focal_x integer not null default 50 check (photo_focal_x between 0 and 100),
  add photo_focal_y integer not null default 50 check (photo_focal_y between 0 and 100),
  add version integer not null default 1 check (version > 0);
comment on column creator.slug is 'The name of the teacher in courses and their versions. It never changes.';
comment on column creator.page_slug is 'The last part of the address of the teacher''s page. Null: the slug.';
comment on column creator.links is 'Addresses of the teacher elsewhere, each with https.';
comment on column creator.photo_asset_id is 'Null: the initials are shown.';
comment on column creator.photo_focal_x is 'Percent from the left: a crop of the photo keeps this point. So does photo_focal_y, from the top.';
comment on column creator.version is 'Grows with each change in the studio, so that two people do not overwrite each other.';
create unique index creator_page on creator (coalesce(page_slug, slug));

create table creator_redirect (
  page_slug text primary key,
  creator_slug text not null references creator on delete cascade,
  since timestamptz not null default now()
);
comment on table creator_redirect is 'Former addresses of teachers'' pages. Each leads to the address that the teacher has now.';
create index creator_redirect_creator on creator_redirect (creator_slug);

create trigger profile_photo_ready after update of state on asset for each row
  when (new.state = 'ready' and new.creator_slug is not null) execute function notify_page_change();

-- A person who is erased leaves the name on the courses, and nothing else.
create function empty_profile_of_erased_person() returns trigger language plpgsql as $$
begin
  with emptied as (
    update creator set quote = null, biography = '{}', links = '{}', photo_asset_id = null, version = version + 1
    where person_id = new.id returning slug
  ), dropped as (
    delete from asset_reference using emptied where source = 'profile' and source_key = slug returning asset_id
  )
  update asset set unreferenced_since = now() from dropped where asset.id = dropped.asset_id;
  return null;
end $$;
create trigger profile_emptied after update of deleted_at on person for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function empty_profile_of_erased_person();
