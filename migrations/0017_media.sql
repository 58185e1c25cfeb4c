-- Media: uploaded files, their processing and their captions (docs/contract §9, §13 and §14).

create table asset (
  id uuid primary key default uuidv7(),
  owner_kind text not null check (owner_kind in ('course', 'profile', 'site')),
  course_code text references course on delete restrict deferrable initially deferred,
  creator_slug text references creator on delete restrict on update cascade,
  kind text not null check (kind in ('video', 'audio', 'image', 'file')),
  state text not null default 'uploading' check (state in ('uploading', 'stored', 'processing', 'ready', 'failed', 'deleted')),
  filename text not null check (filename <> '' and length(filename) <= 255),
  content_type text,
  bytes bigint not null check (bytes > 0),
  sha256 bytea check (length(sha256) = 32),
  duration_ms integer check (duration_ms > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  fault text,
  created_by uuid references person on delete restrict,
  created_at timestamptz not null default now(),
  unreferenced_since timestamptz,
  unique (course_code, id),
  check ((owner_kind = 'course') = (course_code is not null)),
  check ((owner_kind = 'profile') = (creator_slug is not null)),
  check (state not in ('stored', 'processing', 'ready') or (sha256 is not null and content_type is not null))
);
comment on table asset is 'Uploaded files. The bytes are in the blob store, at original/{id}.';
comment on column asset.course_code is 'Checked at the commit, because an import stores the files of a new course before it publishes the course.';
comment on column asset.content_type is 'Detected in the content. The type that the browser stated is not used.';
comment on column asset.sha256 is 'Hash of the bytes, computed when the upload is complete.';
comment on column asset.width is 'In pixels, as the picture is shown (after its rotation). So is height.';
comment on column asset.fault is 'A sentence for the person who uploaded it, when it failed.';
comment on column asset.created_by is 'Null: an import.';
comment on column asset.unreferenced_since is 'Since then nothing names the file. It is deleted 30 days later.';
create index asset_hash on asset (course_code, sha256);
create index asset_creator on asset (creator_slug) where creator_slug is not null;
create index asset_created_by on asset (created_by) where created_by is not null;
create index asset_unreferenced on asset (unreferenced_since) where unreferenced_since is not null;

insert into transition (machine, from_state, to_state) values
  ('asset', 'uploading', 'stored'),
  ('asset', 'uploading', 'failed'),
  ('asset', 'uploading', 'deleted'),
  ('asset', 'stored', 'processing'),
  ('asset', 'stored', 'ready'),
  ('asset', 'stored', 'failed'),
  ('asset', 'stored', 'deleted'),
  ('asset', 'processing', 'ready'),
  ('asset', 'processing', 'failed'),
  ('asset', 'processing', 'deleted'),
  ('asset', 'ready', 'deleted'),
  ('asset', 'failed', 'stored'),
  ('asset', 'failed', 'deleted');
create trigger asset_transition before update of state on asset for each row execute function guard_transition('asset');

create table asset_reference (
  asset_id uuid not null references asset on delete restrict,
  source text not null check (source in ('draft', 'version', 'lesson', 'session', 'profile', 'setting', 'curriculum')),
  source_key text not null,
  primary key (asset_id, source, source_key)
);
comment on table asset_reference is 'The drafts, versions, lessons, sessions, settings and courses that use a file. Written by the transaction that saves the source.';
comment on column asset_reference.source_key is 'The id of the lesson or session, the course code and number of the version, the course code of a curriculum, or the key of another source.';

create table upload (
  asset_id uuid primary key references asset on delete cascade,
  length bigint not null check (length > 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and length),
  stated_sha256 bytea check (length(stated_sha256) = 32),
  expires_at timestamptz not null,
  lease_id uuid,
  leased_until timestamptz,
  check ((lease_id is null) = (leased_until is null))
);
comment on table upload is 'Uploads that are not complete.';
comment on column upload.length is 'Bytes of the whole file.';
comment on column upload.stated_sha256 is 'The hash that the browser stated. The file must match it.';
comment on column upload.lease_id is 'The call that receives bytes now. Another call gets 423 until leased_until.';
create index upload_expiry on upload (expires_at);

create table upload_part (
  asset_id uuid not null references upload on delete cascade,
  starts_at bigint not null check (starts_at >= 0),
  bytes bigint not null check (bytes > 0),
  name text not null check (name ~ '^[0-9a-z-]+$'),
  primary key (asset_id, starts_at)
);
comment on table upload_part is 'The received parts of an upload. Each is a blob, and they become one when the upload is complete.';
comment on column upload_part.starts_at is 'The position of its first byte in the file.';
comment on column upload_part.name is 'The last part of its key in the blob store: derived/{asset_id}/upload-0/{name}.';

create table course_storage (
  course_code text primary key references course on delete cascade deferrable initially deferred,
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  quota_bytes bigint check (quota_bytes > 0),
  nearly_full_since timestamptz
);
comment on table course_storage is 'Bytes of the originals of a course, and what running uploads have reserved.';
comment on column course_storage.nearly_full_since is 'The upload that took the storage above 90 % of the quota. Null: it was below at the last upload.';
comment on column course_storage.quota_bytes is 'Null: the site''s setting.';

create table media_step (
  id uuid not null unique default uuidv7(),
  asset_id uuid not null references asset on delete restrict,
  step text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  attempt integer not null default 0 check (attempt >= 0),
  failures integer not null default 0 check (failures >= 0),
  deaths integer not null default 0 check (deaths >= 0),
  percent integer not null default 0 check (percent between 0 and 100),
  run_after timestamptz not null default now(),
  lease_id uuid,
  leased_until timestamptz,
  error text,
  result jsonb,
  created_at timestamptz not null default now(),
  primary key (asset_id, step),
  check ((state = 'running') = (lease_id is not null and leased_until is not null))
);
comment on table media_step is 'The steps that process an asset. The row is the queue: a worker takes it by a lease.';
comment on column media_step.step is 'inspect, measure, poster, video-360 and so on, storyboard, audio or image.';
comment on column media_step.attempt is 'Number of the current or last attempt. Each attempt writes a folder of its own.';
comment on column media_step.failures is 'Attempts that ended with a fault. An attempt of a killed worker is none.';
comment on column media_step.deaths is 'Attempts whose worker died. A file that kills its workers is given up after 10.';
comment on column media_step.result is 'Facts for the steps after it: what the file contains, or how loud it is.';
comment on column media_step.error is 'The last lines of the encoder, for admins.';
create index media_step_queue on media_step (run_after) where state in ('waiting', 'running');

insert into transition (machine, from_state, to_state) values
  ('media_step', 'waiting', 'running'),
  ('media_step', 'waiting', 'cancelled'),
  ('media_step', 'running', 'done'),
  ('media_step', 'running', 'failed'),
  ('media_step', 'running', 'waiting'),
  ('media_step', 'running', 'cancelled'),
  ('media_step', 'failed', 'waiting'),
  ('media_step', 'failed', 'cancelled'),
  ('media_step', 'cancelled', 'waiting');
create trigger media_step_transition before update of state on media_step for each row execute function guard_transition('media_step');

create table rendition (
  asset_id uuid not null references asset on delete restrict,
  name text not null,
  folder text not null,
  codec text,
  width integer check (width > 0),
  height integer check (height > 0),
  bitrate integer check (bitrate > 0),
  frames_per_second real check (frames_per_second > 0),
  bytes bigint not null check (bytes > 0),
  duration_ms integer check (duration_ms > 0),
  segments jsonb,
  primary key (asset_id, name)
);
comment on table rendition is 'Encoded forms of an asset. Inserted by the transaction that ends their step.';
comment on column rendition.name is 'The folder of its files in addresses: video-360, video-540, video-720, video-1080, audio, copy, poster, image or storyboard.';
comment on column rendition.folder is 'The folder in the blob store that holds its files: derived/{asset_id}/{step}-{attempt}-{start of the lease}.';
comment on column rendition.bitrate is 'Bits a second at most.';
comment on column rendition.segments is 'HLS: the duration in milliseconds and the bytes of each segment.';

create table caption_track (
  id uuid primary key default uuidv7(),
  asset_id uuid not null references asset on delete restrict,
  language text not null check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'),
  kind text not null check (kind in ('captions', 'subtitles', 'chapters')),
  label text not null check (label <> ''),
  version integer not null default 1 check (version > 0),
  is_default boolean not null default false,
  unique (asset_id, language, kind)
);
comment on table caption_track is 'Captions, subtitles and chapters of a video or audio file.';
comment on column caption_track.language is 'BCP 47, such as en or pt-BR, in its one spelling.';
create unique index caption_track_language on caption_track (asset_id, kind, lower(language));
comment on column caption_track.version is 'Raised by each change, so that two editors do not overwrite each other.';
create unique index caption_track_default on caption_track (asset_id, kind) where is_default;

-- The words of a cue, without its markup and its three character references.
create function cue_search_text(cue text) returns text language sql immutable strict parallel safe return
  fold_search_text(regexp_replace(regexp_replace(cue, '<[^>]*>', '', 'g'), '&(?:amp|lt|gt);', ' ', 'g'));

create table caption_cue (
  track_id uuid not null references caption_track on delete cascade,
  position integer not null check (position >= 0),
  starts_ms integer not null check (starts_ms >= 0),
  ends_ms integer not null,
  text text not null check (text <> '' and length(text) <= 1000),
  search_text text not null generated always as (cue_search_text(text)) stored,
  words tsvector not null generated always as (search_vector(cue_search_text(text))) stored,
  primary key (track_id, position),
  check (ends_ms > starts_ms)
);
comment on table caption_cue is 'The cues of a track.';
comment on column caption_cue.text is 'The canonical form of docs/contract §13.';
comment on column caption_cue.search_text is 'Folded, for the words of scripts without spaces, which stand side by side.';
create index caption_cue_words on caption_cue using gin (words);

alter table installation add blob_store_id uuid;
comment on column installation.blob_store_id is 'The id in the blob store of this database. A start with another store is refused.';
