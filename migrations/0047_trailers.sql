-- The trailer of a course: a film in the head of its page, which everybody may play. docs/contract §18 and §40.

alter table asset_reference drop constraint asset_reference_source_check;
alter table asset_reference add constraint asset_reference_source_check
  check (source in ('draft', 'version', 'lesson', 'session', 'profile', 'setting', 'curriculum', 'page'));
comment on column asset_reference.source_key is 'The id of the lesson or session, the course code and number of the version, the course code of a curriculum or a page, or the key of another source.';

alter table play_grant add column preview_token_hash bytea references preview_link on delete cascade;
comment on column play_grant.lesson_id is 'The lesson that is played. Null: the recording of a session, a trailer, or a file that a teacher plays by itself.';
comment on column play_grant.preview_token_hash is 'The preview link of a draft whose trailer is played: the grant ends with the link. Null: everything else.';
alter table play_grant add check (preview_token_hash is null or person_id is null);
create index play_grant_preview on play_grant (preview_token_hash) where preview_token_hash is not null;
