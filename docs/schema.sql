-- Generated from a freshly migrated database: change the migrations instead.

-- Longer access that a teacher gave, with the reason.
create table public.access_extension (
  id uuid default uuidv7() not null,
  enrolment_id uuid not null,
  previous_end timestamp with time zone not null,
  next_end timestamp with time zone not null,
  reason text not null,
  extended_by uuid not null,
  extended_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (enrolment_id) REFERENCES enrolment(id) ON DELETE CASCADE,
  FOREIGN KEY (extended_by) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (next_end > previous_end),
  CHECK (reason <> ''::text AND length(reason) <= 500)
);
CREATE INDEX access_extension_enrolment ON public.access_extension USING btree (enrolment_id);
CREATE INDEX access_extension_extended_by ON public.access_extension USING btree (extended_by);

-- Mailed links that set a password. Each works once, and only the newest of its purpose.
create table public.account_token (
  -- Hash of the token in the link. The token itself is not stored.
  hash bytea not null,
  person_id uuid not null,
  purpose text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (hash),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (purpose = ANY (ARRAY['welcome'::text, 'reset-password'::text]))
);
CREATE INDEX account_token_expiry ON public.account_token USING btree (expires_at);
CREATE INDEX account_token_person ON public.account_token USING btree (person_id, purpose);

-- Uploaded files. The bytes are in the blob store, at original/{id}.
create table public.asset (
  id uuid default uuidv7() not null,
  owner_kind text not null,
  -- Checked at the commit, because an import stores the files of a new course before it publishes the course.
  course_code text,
  creator_slug text,
  kind text not null,
  state text default 'uploading'::text not null,
  filename text not null,
  -- Detected in the content. The type that the browser stated is not used.
  content_type text,
  bytes bigint not null,
  -- Hash of the bytes, computed when the upload is complete.
  sha256 bytea,
  duration_ms integer,
  -- In pixels, as the picture is shown (after its rotation). So is height.
  width integer,
  height integer,
  -- A sentence for the person who uploaded it, when it failed.
  fault text,
  -- Null: an import.
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  -- Since then nothing names the file. It is deleted 30 days later.
  unreferenced_since timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (course_code, id),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (created_by) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (creator_slug) REFERENCES creator(slug) ON UPDATE CASCADE ON DELETE RESTRICT,
  CHECK (bytes > 0),
  CHECK ((owner_kind = 'course'::text) = (course_code IS NOT NULL)),
  CHECK ((owner_kind = 'profile'::text) = (creator_slug IS NOT NULL)),
  CHECK ((state <> ALL (ARRAY['stored'::text, 'processing'::text, 'ready'::text])) OR sha256 IS NOT NULL AND content_type IS NOT NULL),
  CHECK (duration_ms > 0),
  CHECK (filename <> ''::text AND length(filename) <= 255),
  CHECK (height > 0),
  CHECK (kind = ANY (ARRAY['video'::text, 'audio'::text, 'image'::text, 'file'::text])),
  CHECK (owner_kind = ANY (ARRAY['course'::text, 'profile'::text, 'site'::text])),
  CHECK (length(sha256) = 32),
  CHECK (state = ANY (ARRAY['uploading'::text, 'stored'::text, 'processing'::text, 'ready'::text, 'failed'::text, 'deleted'::text])),
  CHECK (width > 0)
);
CREATE INDEX asset_created_by ON public.asset USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX asset_creator ON public.asset USING btree (creator_slug) WHERE (creator_slug IS NOT NULL);
CREATE INDEX asset_hash ON public.asset USING btree (course_code, sha256);
CREATE INDEX asset_unreferenced ON public.asset USING btree (unreferenced_since) WHERE (unreferenced_since IS NOT NULL);
CREATE TRIGGER asset_transition BEFORE UPDATE OF state ON asset FOR EACH ROW EXECUTE FUNCTION guard_transition('asset');
CREATE TRIGGER page_change AFTER UPDATE OF state ON asset FOR EACH ROW WHEN (new.state = 'ready'::text AND new.course_code IS NOT NULL) EXECUTE FUNCTION notify_page_change();

-- The drafts, versions, lessons, sessions, settings and courses that use a file. Written by the transaction that saves the source.
create table public.asset_reference (
  asset_id uuid not null,
  source text not null,
  -- The id of the lesson or session, the course code and number of the version, the course code of a curriculum, or the key of another source.
  source_key text not null,
  PRIMARY KEY (asset_id, source, source_key),
  FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE RESTRICT,
  CHECK (source = ANY (ARRAY['draft'::text, 'version'::text, 'lesson'::text, 'session'::text, 'profile'::text, 'setting'::text, 'curriculum'::text]))
);

-- People who joined a session, and the teacher's verdict.
create table public.attendance (
  session_id uuid not null,
  person_id uuid not null,
  -- The first use of a join link.
  joined_at timestamp with time zone,
  verdict text,
  verdict_by uuid,
  verdict_at timestamp with time zone,
  PRIMARY KEY (session_id, person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (session_id) REFERENCES cohort_session(id) ON DELETE RESTRICT,
  FOREIGN KEY (verdict_by) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (joined_at IS NOT NULL OR verdict IS NOT NULL),
  CHECK ((verdict IS NULL) = (verdict_at IS NULL)),
  CHECK (verdict = ANY (ARRAY['present'::text, 'absent'::text]))
);
CREATE INDEX attendance_person ON public.attendance USING btree (person_id);
CREATE INDEX attendance_verdict_by ON public.attendance USING btree (verdict_by) WHERE (verdict_by IS NOT NULL);

-- Reads and changes of other people's data, and log-ins as an admin. Append-only; deleted after two years.
create table public.audit_event (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor_kind text not null,
  -- A person. Not a foreign key: the event outlives the person, whose name is gone then.
  actor_id uuid,
  action text not null,
  object_kind text not null,
  -- The affected order, account, conversation, cohort or course.
  object_id text,
  -- HMAC of the client's network address.
  network_hash bytea,
  -- Finds the request in the log.
  request_id text,
  -- Counts and filters, never a name or an address.
  details jsonb default '{}'::jsonb not null,
  PRIMARY KEY (id),
  CHECK (action ~ '^[a-z]+(-[a-z]+)*$'::text),
  CHECK (actor_kind = ANY (ARRAY['admin'::text, 'learner'::text, 'operator'::text, 'unknown'::text])),
  CHECK ((actor_id IS NULL) = (actor_kind = ANY (ARRAY['operator'::text, 'unknown'::text]))),
  CHECK (octet_length(details::text) <= 1000),
  CHECK (octet_length(network_hash) = 32),
  CHECK (length(object_id) <= 100),
  CHECK (object_kind ~ '^[a-z]+(-[a-z]+)*$'::text),
  CHECK (length(request_id) <= 100)
);
CREATE INDEX audit_event_action ON public.audit_event USING btree (action, id);
CREATE INDEX audit_event_actor ON public.audit_event USING btree (actor_id, id);
CREATE INDEX audit_event_at ON public.audit_event USING btree (at);
CREATE INDEX audit_event_object ON public.audit_event USING btree (object_id, id);
CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE ON audit_event FOR EACH ROW EXECUTE FUNCTION guard_audit_event();
CREATE TRIGGER audit_event_no_truncate BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The private calendar address of a person. A renewal replaces the id, which ends the old address.
create table public.calendar_feed (
  person_id uuid not null,
  -- The address has this id and its HMAC. The id alone opens nothing.
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (person_id),
  UNIQUE (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

-- Visits with a campaign in their address, counted by day and campaign. No row is about one visitor.
create table public.campaign_visit (
  -- The day in UTC.
  day date not null,
  -- The attribution fields (docs/contract.md §7) except clickid, which would identify one click.
  fields jsonb not null,
  -- Short key of the fields, which are too long for an index.
  fields_key text default md5((fields)::text) not null,
  count bigint default 1 not null,
  PRIMARY KEY (day, fields_key),
  CHECK (count > 0),
  CHECK (fields = (fields - 'clickid'::text))
);

-- The cues of a track.
create table public.caption_cue (
  track_id uuid not null,
  "position" integer not null,
  starts_ms integer not null,
  ends_ms integer not null,
  -- The canonical form of docs/contract.md §13.
  text text not null,
  words tsvector default to_tsvector('simple'::regconfig, text),
  PRIMARY KEY (track_id, "position"),
  FOREIGN KEY (track_id) REFERENCES caption_track(id) ON DELETE CASCADE,
  CHECK (ends_ms > starts_ms),
  CHECK ("position" >= 0),
  CHECK (starts_ms >= 0),
  CHECK (text <> ''::text AND length(text) <= 1000)
);
CREATE INDEX caption_cue_words ON public.caption_cue USING gin (words);

-- Captions, subtitles and chapters of a video or audio file.
create table public.caption_track (
  id uuid default uuidv7() not null,
  asset_id uuid not null,
  -- BCP 47, such as en or pt-BR, in its one spelling.
  language text not null,
  kind text not null,
  label text not null,
  -- Raised by each change, so that two editors do not overwrite each other.
  version integer default 1 not null,
  is_default boolean default false not null,
  PRIMARY KEY (id),
  UNIQUE (asset_id, language, kind),
  FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE RESTRICT,
  CHECK (kind = ANY (ARRAY['captions'::text, 'subtitles'::text, 'chapters'::text])),
  CHECK (label <> ''::text),
  CHECK (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'::text),
  CHECK (version > 0)
);
CREATE UNIQUE INDEX caption_track_default ON public.caption_track USING btree (asset_id, kind) WHERE is_default;
CREATE UNIQUE INDEX caption_track_language ON public.caption_track USING btree (asset_id, kind, lower(language));

-- The buyer's consent to charge the balance of a deposit to the card of the deposit, and the use of it.
create table public.card_mandate (
  order_id uuid not null,
  -- The text that the buyer agreed to.
  mandate_text text not null,
  -- The version of the text.
  mandate_version integer not null,
  agreed_at timestamp with time zone not null,
  -- The provider that keeps the card. Null until the deposit was paid by a card.
  provider text,
  provider_customer_id text,
  -- The card at the provider.
  provider_method_id text,
  card_brand text,
  card_last4 text,
  -- When the e-mail about the charge was queued.
  notified_at timestamp with time zone,
  -- The earliest time of the next attempt, at least 3 days after the notice.
  charge_at timestamp with time zone,
  -- Attempts to charge, at most 2.
  attempts smallint default 0 not null,
  -- The attempt in progress. Null between two attempts.
  payment_id uuid,
  -- Why the last attempt was declined.
  failure_code text,
  ended_at timestamp with time zone,
  -- paid: the balance was paid. removed: by the buyer, or with the account. failed: after the last attempt. closed: the order was refunded, cancelled or disputed.
  ended_because text,
  -- When the provider deleted the card.
  detached_at timestamp with time zone,
  PRIMARY KEY (order_id),
  UNIQUE (payment_id),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT,
  CHECK (attempts >= 0 AND attempts <= 2),
  CHECK ((provider IS NULL) = (provider_method_id IS NULL) AND (provider IS NULL) = (provider_customer_id IS NULL) AND (provider IS NULL) = (card_last4 IS NULL)),
  CHECK (card_last4 ~ '^[0-9]{4}$'::text),
  CHECK (detached_at IS NULL OR ended_at IS NOT NULL AND provider IS NOT NULL),
  CHECK ((ended_at IS NULL) = (ended_because IS NULL)),
  CHECK (ended_because = ANY (ARRAY['paid'::text, 'removed'::text, 'failed'::text, 'closed'::text])),
  CHECK (mandate_text <> ''::text),
  CHECK (mandate_version > 0),
  CHECK ((notified_at IS NULL) = (charge_at IS NULL) AND (attempts = 0 OR notified_at IS NOT NULL)),
  CHECK (charge_at >= (notified_at + '72:00:00'::interval)),
  CHECK (provider = ANY (ARRAY['sandbox'::text, 'stripe'::text]))
);
CREATE INDEX card_mandate_active ON public.card_mandate USING btree (charge_at) WHERE ((ended_at IS NULL) AND (provider IS NOT NULL));
CREATE INDEX card_mandate_detach ON public.card_mandate USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND (provider IS NOT NULL) AND (detached_at IS NULL));
CREATE INDEX card_mandate_method ON public.card_mandate USING btree (provider_method_id) WHERE ((ended_at IS NULL) AND (provider IS NOT NULL));
CREATE TRIGGER card_mandate_guard BEFORE UPDATE ON card_mandate FOR EACH ROW EXECUTE FUNCTION guard_card_mandate();

-- The document that a person receives for a completed course. Everything printed is as it was then.
create table public.certificate (
  id uuid default uuidv7() not null,
  -- 128 random bits: the address of the page that verifies it.
  public_id text not null,
  person_id uuid not null,
  course_code text not null,
  -- Printed for people. Without O, I and L.
  number text not null,
  name text not null,
  course_title text not null,
  hours integer,
  -- Printed between name and course. Empty: the usual sentence.
  statement text default ''::text not null,
  -- The name under the signature line. Empty: the teachers.
  signatory text default ''::text not null,
  -- Names of the creators of the course, in order.
  teachers text[] default '{}'::text[] not null,
  -- The design of the poster: seed, hue, motif, focal. Null: the poster of the site.
  art jsonb,
  completed_on date not null,
  issued_at timestamp with time zone default now() not null,
  -- Whether the verify page shows the name.
  is_named boolean default true not null,
  -- How often the holder corrected the name.
  name_changes integer default 0 not null,
  state text default 'issued'::text not null,
  -- Why it was revoked.
  reason text,
  PRIMARY KEY (id),
  UNIQUE (number),
  UNIQUE (person_id, course_code),
  UNIQUE (public_id),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE RESTRICT,
  FOREIGN KEY (person_id, course_code) REFERENCES course_completion(person_id, course_code) ON DELETE RESTRICT,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK ((state = 'revoked'::text) = (reason IS NOT NULL)),
  CHECK (hours > 0),
  CHECK (name_changes >= 0 AND name_changes <= 2),
  CHECK (number ~ '^[0-9A-HJKMNP-Z]{10}$'::text),
  CHECK (public_id ~ '^[A-Za-z0-9_-]{22}$'::text),
  CHECK (state = ANY (ARRAY['issued'::text, 'revoked'::text]))
);
CREATE INDEX certificate_course ON public.certificate USING btree (course_code);
CREATE TRIGGER certificate_transition BEFORE UPDATE OF state ON certificate FOR EACH ROW EXECUTE FUNCTION guard_transition('certificate');

-- The last e-mail about an unfinished checkout to a mailbox: at most one in 7 days.
create table public.checkout_reminder (
  -- The mailbox of the address, without tags.
  email text not null,
  sent_at timestamp with time zone not null,
  PRIMARY KEY (email)
);
CREATE INDEX checkout_reminder_age ON public.checkout_reminder USING btree (sent_at);

-- Lets the browser that placed an order follow it without an account.
create table public.checkout_token (
  -- Hash of the token. The token itself is not stored.
  hash bytea not null,
  order_id uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (hash),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX checkout_token_expiry ON public.checkout_token USING btree (expires_at);
CREATE INDEX checkout_token_order ON public.checkout_token USING btree (order_id);

-- A dated occurrence of a course, or the one undated cohort of an on-demand course. Never more seats taken than there are.
create table public.cohort (
  -- Such as NG-2027-01. The API calls it the course code.
  cohort_code text not null,
  course_code text not null,
  name text default ''::text not null,
  state text default 'announced'::text not null,
  -- Number of seats. Null: no limit.
  capacity integer,
  -- Seats of enrolments, live holds and open waitlist offers. The check against capacity makes overselling impossible.
  taken integer default 0 not null,
  -- Active enrolments. Kept by the trigger enrolment_count.
  enrolled integer default 0 not null,
  -- The smallest party that waits for an offer. While it fits the free seats, they are not sold to others. Kept by refresh_waiting_party().
  waiting_party integer,
  -- IANA name of the zone in which the cohort is announced.
  timezone_id text not null,
  -- Start of the first session. Null for an on-demand cohort.
  starts_at timestamp with time zone,
  -- End of the last session.
  ends_at timestamp with time zone,
  -- From then on nobody can enrol. Null: enrolment closes at the start.
  enrol_closes_at timestamp with time zone,
  -- When its state became open. Kept by note_cohort_news().
  opened_at timestamp with time zone,
  -- When it got its first date. Kept by note_cohort_news().
  dated_at timestamp with time zone,
  PRIMARY KEY (cohort_code),
  FOREIGN KEY (course_code) REFERENCES course(course_code),
  CHECK (capacity > 0),
  CHECK (capacity IS NULL OR taken <= capacity),
  CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
  CHECK (ends_at > starts_at),
  CHECK (cohort_code ~ '^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$'::text),
  CHECK (enrolled >= 0),
  CHECK (state = ANY (ARRAY['announced'::text, 'open'::text, 'cancelled'::text])),
  CHECK (taken >= 0),
  CHECK (waiting_party >= 1 AND waiting_party <= 6)
);
CREATE INDEX cohort_course ON public.cohort USING btree (course_code, starts_at);
CREATE INDEX cohort_start ON public.cohort USING btree (starts_at, cohort_code) WHERE (state <> 'cancelled'::text);
CREATE INDEX cohort_waiting ON public.cohort USING btree (cohort_code) WHERE (waiting_party IS NOT NULL);
CREATE CONSTRAINT TRIGGER cohort_has_cancellation AFTER INSERT OR UPDATE OF state ON cohort DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cohort_must_match_cancellation();
CREATE TRIGGER cohort_news BEFORE INSERT OR UPDATE OF state, starts_at ON cohort FOR EACH ROW EXECUTE FUNCTION note_cohort_news();
CREATE TRIGGER cohort_seats_released AFTER UPDATE OF state, capacity, taken, waiting_party ON cohort FOR EACH ROW WHEN (new.state = 'open'::text AND new.waiting_party IS NOT NULL AND (new.waiting_party <= (new.capacity - new.taken)) IS NOT FALSE) EXECUTE FUNCTION notify_released_seats();
CREATE TRIGGER cohort_stays_cancelled BEFORE UPDATE OF state ON cohort FOR EACH ROW WHEN (old.state = 'cancelled'::text AND new.state <> 'cancelled'::text) EXECUTE FUNCTION refuse_reopening();
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON cohort FOR EACH ROW EXECUTE FUNCTION notify_page_change();

-- The admin and the reason of a cancelled cohort. Every cancelled cohort has a row, and no other one (docs/decisions/0026).
create table public.cohort_cancellation (
  cohort_code text not null,
  -- The admin. Null where an import cancelled a cohort without seats.
  cancelled_by uuid,
  reason text not null,
  cancelled_at timestamp with time zone default now() not null,
  PRIMARY KEY (cohort_code),
  FOREIGN KEY (cancelled_by) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code) ON DELETE RESTRICT,
  CHECK (reason <> ''::text)
);
CREATE CONSTRAINT TRIGGER cancellation_has_cohort AFTER INSERT OR DELETE ON cohort_cancellation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cohort_must_match_cancellation();

-- The orders that the cancellation of a cohort ends. A job refunds them one by one and mails their buyers.
create table public.cohort_cancellation_order (
  order_id uuid not null,
  cohort_code text not null,
  -- When the order was refunded and its mail queued.
  done_at timestamp with time zone,
  PRIMARY KEY (order_id),
  FOREIGN KEY (cohort_code) REFERENCES cohort_cancellation(cohort_code) ON DELETE RESTRICT,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX cohort_cancellation_order_waiting ON public.cohort_cancellation_order USING btree (cohort_code) WHERE (done_at IS NULL);

-- One meeting of a cohort.
create table public.cohort_session (
  id uuid default gen_random_uuid() not null,
  cohort_code text not null,
  "position" integer not null,
  title text not null,
  -- True for an evening with a guest (proSessions in docs/contract.md §4).
  pro boolean default false not null,
  -- The announced wall time, in timezone_id. The instants are computed from it.
  local_start timestamp without time zone not null,
  timezone_id text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  -- The live lesson that is taught.
  lesson_id uuid not null,
  -- The address of the meeting, encrypted. It leaves the server in the join redirect only.
  sealed_meeting_url bytea,
  recording_asset_id uuid,
  -- Markdown, shown after the end.
  recap text,
  -- The recap that the last import named. An equal one does not overwrite the teacher's.
  imported_recap text,
  -- The hash of the recording that the last import named.
  imported_recording bytea,
  -- Raised by each change of the time, for calendars.
  sequence integer default 0 not null,
  cancelled_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (cohort_code, "position") DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code) ON DELETE CASCADE,
  FOREIGN KEY (lesson_id) REFERENCES lesson(id) ON DELETE RESTRICT,
  FOREIGN KEY (recording_asset_id) REFERENCES asset(id) ON DELETE RESTRICT,
  CHECK (ends_at > starts_at),
  CHECK (length(imported_recording) = 32),
  CHECK (length(recap) >= 1 AND length(recap) <= 6000),
  CHECK (sequence >= 0)
);
CREATE INDEX cohort_session_lesson_id ON public.cohort_session USING btree (lesson_id);
CREATE INDEX cohort_session_recording ON public.cohort_session USING btree (recording_asset_id) WHERE (recording_asset_id IS NOT NULL);
CREATE INDEX cohort_session_time ON public.cohort_session USING btree (cohort_code, starts_at);
CREATE UNIQUE INDEX cohort_session_lesson ON public.cohort_session USING btree (cohort_code, lesson_id) WHERE (cancelled_at IS NULL);
CREATE TRIGGER cohort_session_added_or_deleted AFTER INSERT OR DELETE ON cohort_session FOR EACH ROW EXECUTE FUNCTION note_schedule_change();
CREATE TRIGGER cohort_session_moved AFTER UPDATE OF starts_at, ends_at, cancelled_at ON cohort_session FOR EACH ROW WHEN (old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at OR (old.cancelled_at IS NULL) IS DISTINCT FROM (new.cancelled_at IS NULL)) EXECUTE FUNCTION note_schedule_change();
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON cohort_session FOR EACH ROW EXECUTE FUNCTION notify_page_change();

-- The courses. Dates and seats are in cohort, prices in offer.
create table public.course (
  -- The short code of the course, such as NG. The API calls it the course prefix code.
  course_code text not null,
  -- Order on the site's lists.
  "position" integer not null,
  kind text not null,
  delivery_type text not null,
  title text not null,
  -- Whether the course is on lists. An unlisted course has its page and can be bought.
  listed boolean default true not null,
  -- The other fields of docs/specification.md §3 (benefits, curriculum, questions), as the importer checked them.
  definition jsonb not null,
  -- Since then the course will never be given again: its forms are closed and it is on no list.
  withdrawn_at timestamp with time zone,
  -- Days of access after the end of the cohort, or after the enrolment on demand. Null: without an end.
  access_days integer default 365,
  -- The least share of required lessons and sessions, in percent (docs/contract.md §12).
  completion jsonb default '{"lessonsPercent": 100, "sessionsPercent": 75}'::jsonb not null,
  -- Whether a watched recording counts as attended.
  recording_counts boolean default true not null,
  -- mode off or on-completion, a text, a signature, and the hours printed (null: none).
  certificate jsonb default '{"mode": "off", "text": "", "hours": null, "signature": ""}'::jsonb not null,
  PRIMARY KEY (course_code),
  CHECK (access_days > 0),
  CHECK (course_code ~ '^[A-Z0-9]{2,12}$'::text),
  CHECK (delivery_type = ANY (ARRAY['live'::text, 'on-demand'::text])),
  CHECK (kind = ANY (ARRAY['course'::text, 'workshop'::text, 'masterclass'::text]))
);
CREATE INDEX course_listed ON public.course USING btree ("position", course_code) INCLUDE (kind, delivery_type) WHERE (listed AND (withdrawn_at IS NULL));
CREATE TRIGGER course_search AFTER INSERT OR UPDATE OF title, kind, delivery_type, definition ON course FOR EACH ROW EXECUTE FUNCTION refresh_course_search();
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON course FOR EACH ROW EXECUTE FUNCTION notify_page_change();

-- Completed courses. Each row stays, even if the rule of the course stops to hold.
create table public.course_completion (
  person_id uuid not null,
  course_code text not null,
  completed_at timestamp with time zone default now() not null,
  -- Required published lessons at that moment.
  required_count integer not null,
  -- Whether the rule of the course gave a certificate at that moment.
  gives_certificate boolean default false not null,
  PRIMARY KEY (person_id, course_code),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE RESTRICT,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (required_count > 0)
);
CREATE INDEX course_completion_course ON public.course_completion USING btree (course_code);
CREATE TRIGGER course_completion_stays BEFORE UPDATE ON course_completion FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The instructors of a course, in the order in which pages name them.
create table public.course_creator (
  course_code text not null,
  creator_slug text not null,
  "position" integer not null,
  PRIMARY KEY (course_code, creator_slug),
  UNIQUE (course_code, "position"),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE,
  FOREIGN KEY (creator_slug) REFERENCES creator(slug)
);
CREATE INDEX course_creator_slug ON public.course_creator USING btree (creator_slug, course_code);
CREATE TRIGGER course_search AFTER INSERT OR DELETE OR UPDATE ON course_creator FOR EACH ROW EXECUTE FUNCTION refresh_course_search();
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON course_creator FOR EACH ROW EXECUTE FUNCTION notify_page_change();

-- The paths at which a course is found (docs/contract.md §7). A path can move between two courses in one transaction.
create table public.course_page (
  path text not null,
  course_code text not null,
  -- The first position is the canonical page; the others show the same.
  "position" integer not null,
  PRIMARY KEY (path) DEFERRABLE INITIALLY DEFERRED,
  UNIQUE (course_code, "position"),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE,
  CHECK (path ~ '^(/[a-z0-9]+(-[a-z0-9]+)*){1,2}$'::text)
);
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON course_page FOR EACH ROW EXECUTE FUNCTION notify_page_change();

-- Former addresses of courses. Each names a course instead of a path, so it leads to the main address in one step.
create table public.course_redirect (
  path text not null,
  -- The course that had the address last.
  course_code text not null,
  since timestamp with time zone default now() not null,
  PRIMARY KEY (path),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE
);
CREATE INDEX course_redirect_course ON public.course_redirect USING btree (course_code);

-- The people who teach a course. A course without a creator belongs to the owners of the site.
create table public.course_role (
  person_id uuid not null,
  course_code text not null,
  role text not null,
  -- Null: the command line.
  granted_by uuid,
  granted_at timestamp with time zone default now() not null,
  PRIMARY KEY (person_id, course_code),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE,
  FOREIGN KEY (granted_by) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (role = ANY (ARRAY['creator'::text, 'co_teacher'::text, 'assistant'::text]))
);
CREATE INDEX course_role_course ON public.course_role USING btree (course_code);
CREATE INDEX course_role_granted_by ON public.course_role USING btree (granted_by) WHERE (granted_by IS NOT NULL);
CREATE UNIQUE INDEX course_role_creator ON public.course_role USING btree (course_code) WHERE (role = 'creator'::text);
CREATE TRIGGER creator_role_sync AFTER INSERT OR DELETE ON course_role FOR EACH ROW EXECUTE FUNCTION sync_creator_role();

-- The words by which a course is found: titles, kind, instructors. Kept by triggers.
create table public.course_search (
  course_code text not null,
  words tsvector not null,
  PRIMARY KEY (course_code),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE
);
CREATE INDEX course_words_found ON public.course_search USING gin (words);

-- Bytes of the originals of a course, and what running uploads have reserved.
create table public.course_storage (
  course_code text not null,
  used_bytes bigint default 0 not null,
  reserved_bytes bigint default 0 not null,
  -- Null: the site's setting.
  quota_bytes bigint,
  -- The upload that took the storage above 90 % of the quota. Null: it was below at the last upload.
  nearly_full_since timestamp with time zone,
  PRIMARY KEY (course_code),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  CHECK (quota_bytes > 0),
  CHECK (reserved_bytes >= 0),
  CHECK (used_bytes >= 0)
);

-- Every published version of a course, numbered from 1. Append-only (docs/decisions/0038).
create table public.course_version (
  -- Not a foreign key: versions stay when an import removes their course, and the numbers go on if it returns.
  course_code text not null,
  number integer not null,
  -- Texts, outline, lessons, addresses and rules (src/features/catalog/publish/course-document.ts). Not cohorts and prices.
  document jsonb not null,
  -- Hash of the document as JSON with sorted keys.
  sha256 bytea not null,
  -- The hash of each unit of the document, in hexadecimal.
  unit_hashes jsonb not null,
  source text not null,
  -- Null: an import or the seed.
  published_by uuid,
  published_at timestamp with time zone default now() not null,
  note text,
  PRIMARY KEY (course_code, number),
  FOREIGN KEY (published_by) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (note <> ''::text),
  CHECK (number > 0),
  CHECK (octet_length(sha256) = 32),
  CHECK (source = ANY (ARRAY['studio'::text, 'import'::text, 'seed'::text]))
);
CREATE INDEX course_version_publisher ON public.course_version USING btree (published_by) WHERE (published_by IS NOT NULL);
CREATE TRIGGER course_version_append_only BEFORE DELETE OR UPDATE ON course_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER course_version_no_truncate BEFORE TRUNCATE ON course_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Instructors, as the public pages show them.
create table public.creator (
  -- The path of the creator's page.
  slug text not null,
  name text not null,
  -- Shown where there is no portrait.
  initials text not null,
  quote text,
  -- One element for each paragraph.
  biography text[] default '{}'::text[] not null,
  PRIMARY KEY (slug),
  CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)
);
CREATE TRIGGER course_search AFTER UPDATE OF name ON creator FOR EACH ROW EXECUTE FUNCTION refresh_course_search();
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON creator FOR EACH ROW EXECUTE FUNCTION notify_page_change();

-- The signed files of a certificate. A correction adds a revision and revokes the one before.
create table public.credential (
  -- Its name in the signed file and on the public list of revoked credentials, which must not lead to a verify page.
  id uuid default gen_random_uuid() not null,
  certificate_id uuid not null,
  revision integer not null,
  key_id text not null,
  -- Empty after the account is deleted.
  jws text not null,
  issued_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  PRIMARY KEY (certificate_id, revision),
  UNIQUE (id),
  FOREIGN KEY (certificate_id) REFERENCES certificate(id) ON DELETE RESTRICT,
  FOREIGN KEY (key_id) REFERENCES credential_key(key_id),
  CHECK (revision > 0)
);
CREATE INDEX credential_key_id ON public.credential USING btree (key_id);
CREATE UNIQUE INDEX credential_current ON public.credential USING btree (certificate_id) WHERE (revoked_at IS NULL);

-- The keys that sign credentials. A public key is published forever.
create table public.credential_key (
  key_id text not null,
  public_jwk jsonb not null,
  -- Encrypted with the root secret.
  sealed_private_key bytea not null,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  compromised_at timestamp with time zone,
  PRIMARY KEY (key_id)
);
CREATE UNIQUE INDEX credential_key_current ON public.credential_key USING btree ((true)) WHERE ((retired_at IS NULL) AND (compromised_at IS NULL));

-- Takes back a part of an invoice. The credit notes of an order sum to the refunded and waived amounts of its lines.
create table public.credit_note (
  number bigint not null,
  order_id uuid not null,
  -- The refund that it is for. Null: only an unpaid part was waived, or an earlier note is corrected.
  request_id uuid,
  -- Minor units, including tax. Negative: corrects earlier notes, because a refund was not made that way.
  amount_minor bigint not null,
  -- The part of the amount that had not been paid, and is not due any more.
  waived_minor bigint not null,
  -- Its share of the tax: the invoice's tax less all shares is always the tax in the rest of the invoice. Null without tax.
  tax_minor bigint,
  currency text not null,
  issued_at timestamp with time zone default now() not null,
  PRIMARY KEY (number),
  FOREIGN KEY (order_id) REFERENCES invoice(order_id) ON DELETE RESTRICT,
  FOREIGN KEY (request_id) REFERENCES refund_request(id) ON DELETE RESTRICT,
  CHECK (amount_minor <> 0),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (number > 0)
);
CREATE INDEX credit_note_order ON public.credit_note USING btree (order_id);
CREATE INDEX credit_note_request ON public.credit_note USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE TRIGGER credit_note_fixed BEFORE DELETE OR UPDATE ON credit_note FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_note_next BEFORE INSERT ON credit_note FOR EACH ROW EXECUTE FUNCTION guard_document_number('credit-note');

-- The lines of a credit note. They sum to its amount.
create table public.credit_note_line (
  credit_note_number bigint not null,
  line_id uuid not null,
  -- Minor units, including tax.
  amount_minor bigint not null,
  PRIMARY KEY (credit_note_number, line_id),
  FOREIGN KEY (credit_note_number) REFERENCES credit_note(number) ON DELETE RESTRICT,
  FOREIGN KEY (line_id) REFERENCES order_line(id) ON DELETE RESTRICT,
  CHECK (amount_minor <> 0)
);
CREATE INDEX credit_note_line_line ON public.credit_note_line USING btree (line_id);
CREATE TRIGGER credit_note_line_fixed BEFORE DELETE OR UPDATE ON credit_note_line FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The remains of an unpaid order: no name, but enough to refund a charge that arrives later (docs/contract.md §5).
create table public.deleted_order (
  order_id uuid not null,
  number bigint not null,
  product text not null,
  cohort_code text,
  offer_code text,
  seats integer not null,
  currency text not null,
  total_minor bigint not null,
  -- When the order was placed.
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone default now() not null,
  PRIMARY KEY (order_id),
  UNIQUE (number),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code),
  FOREIGN KEY (offer_code) REFERENCES offer(offer_code),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (product = ANY (ARRAY['cohort'::text, 'gift-card'::text])),
  CHECK (seats >= 0 AND seats <= 10),
  CHECK (total_minor >= 0)
);

-- The payments of deleted orders, found by the provider's id of a late charge.
create table public.deleted_payment (
  provider text not null,
  provider_intent_id text not null,
  payment_id uuid not null,
  order_id uuid not null,
  attempt integer not null,
  amount_minor bigint not null,
  currency text not null,
  -- When the attempt was made.
  created_at timestamp with time zone not null,
  PRIMARY KEY (provider, provider_intent_id),
  UNIQUE (payment_id),
  FOREIGN KEY (order_id) REFERENCES deleted_order(order_id) ON DELETE CASCADE,
  CHECK (amount_minor > 0),
  CHECK (attempt > 0),
  CHECK (currency ~ '^[A-Z]{3}$'::text)
);
CREATE INDEX deleted_payment_order ON public.deleted_payment USING btree (order_id);

-- A card holder's bank disputes a charge. Open: seats and gift card of the order are frozen. Lost: they end.
create table public.dispute (
  id uuid default uuidv7() not null,
  payment_id uuid not null,
  provider_dispute_id text not null,
  -- inquiry: the bank only asks, and has taken no money.
  state text not null,
  -- The amount that the bank disputes, in minor units; at most the charge.
  amount_minor bigint not null,
  currency text not null,
  -- The bank's reason, such as fraudulent.
  reason text not null,
  -- The deadline for an answer at the provider. Null: no answer is possible.
  answer_by timestamp with time zone,
  -- When the provider opened it.
  opened_at timestamp with time zone not null,
  -- When the provider was asked for the state. An older response is ignored.
  provider_state_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (provider_dispute_id),
  FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT,
  CHECK (amount_minor > 0),
  CHECK ((decided_at IS NOT NULL) = (state = ANY (ARRAY['closed'::text, 'won'::text, 'lost'::text]))),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (state = ANY (ARRAY['inquiry'::text, 'open'::text, 'closed'::text, 'won'::text, 'lost'::text]))
);
CREATE INDEX dispute_lost ON public.dispute USING btree (decided_at) WHERE (state = 'lost'::text);
CREATE INDEX dispute_open ON public.dispute USING btree (answer_by) WHERE (state = ANY (ARRAY['inquiry'::text, 'open'::text]));
CREATE INDEX dispute_payment ON public.dispute USING btree (payment_id);
CREATE CONSTRAINT TRIGGER dispute_freezes AFTER INSERT OR UPDATE OF state ON dispute DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = ANY (ARRAY['open'::text, 'lost'::text])) EXECUTE FUNCTION dispute_must_freeze();
CREATE TRIGGER dispute_transition BEFORE UPDATE OF state ON dispute FOR EACH ROW EXECUTE FUNCTION guard_transition('dispute');

-- The money of a dispute: withdrawn and reinstated by the provider, written off and recovered in our books.
create table public.dispute_movement (
  id uuid default uuidv7() not null,
  dispute_id uuid not null,
  kind text not null,
  provider_movement_id text,
  -- Minor units of the dispute's currency. Zero for a fee alone.
  amount_minor bigint not null,
  -- The provider's fee, in minor units of fee_currency. Negative: a fee that was given back.
  fee_minor bigint default 0 not null,
  fee_currency text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (provider_movement_id),
  FOREIGN KEY (dispute_id) REFERENCES dispute(id) ON DELETE RESTRICT,
  CHECK (amount_minor >= 0),
  CHECK (amount_minor > 0 OR fee_minor <> 0),
  CHECK ((provider_movement_id IS NOT NULL) = (kind = ANY (ARRAY['withdrawn'::text, 'reinstated'::text]))),
  CHECK (fee_currency ~ '^[A-Z]{3}$'::text),
  CHECK (kind = ANY (ARRAY['withdrawn'::text, 'reinstated'::text, 'written-off'::text, 'recovered'::text]))
);
CREATE INDEX dispute_movement_dispute ON public.dispute_movement USING btree (dispute_id);
CREATE TRIGGER dispute_movement_fixed BEFORE DELETE OR UPDATE ON dispute_movement FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The last number of each series. It only grows by one, in the transaction that issues the document.
create table public.document_series (
  series text not null,
  last_number bigint default 0 not null,
  PRIMARY KEY (series),
  CHECK (last_number >= 0),
  CHECK (series = ANY (ARRAY['invoice'::text, 'credit-note'::text]))
);
CREATE TRIGGER document_series_grows BEFORE DELETE OR UPDATE ON document_series FOR EACH ROW EXECUTE FUNCTION guard_document_series();
CREATE CONSTRAINT TRIGGER document_series_used AFTER UPDATE ON document_series DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_must_be_used();

-- Seats of a cohort that are taken.
create table public.enrolment (
  id uuid default uuidv7() not null,
  -- The person in the seat. Null: a friend of the buyer who has not accepted the invitation yet.
  person_id uuid,
  cohort_code text not null,
  order_id uuid not null,
  -- unconfirmed: a free seat whose address is not proved yet.
  state text default 'active'::text not null,
  created_at timestamp with time zone default now() not null,
  -- When an unconfirmed seat is freed again.
  expires_at timestamp with time zone,
  -- Keyed hash of the network address that asked for a free seat. Limits seats per network; deleted after 30 days.
  ip_hash bytea,
  -- Number of the seat in its order. Seat 1 is the buyer's.
  seat integer default 1 not null,
  cancelled_at timestamp with time zone,
  -- The admin who ended the seat.
  cancelled_by uuid,
  cancel_reason text,
  -- Since then a dispute about the payment suspends access. An overdue balance is orders.paused_at.
  frozen_at timestamp with time zone,
  -- Keyed hash of the client that asked for a free seat. Another client with the same address has its own.
  client_hash bytea,
  -- From then on lessons are closed. Null: without an end. Written when the enrolment becomes active.
  access_ends_at timestamp with time zone,
  -- extended: a teacher gave more time than the purchase.
  access_reason text default 'purchased'::text not null,
  -- The day of the learner's last call in the course.
  last_seen_on date,
  PRIMARY KEY (id),
  FOREIGN KEY (cancelled_by) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (access_reason = ANY (ARRAY['purchased'::text, 'extended'::text])),
  CHECK (state <> 'unconfirmed'::text OR expires_at IS NOT NULL AND (person_id IS NOT NULL OR seat > 1)),
  CHECK (seat >= 1 AND seat <= 10),
  CHECK (state = ANY (ARRAY['unconfirmed'::text, 'active'::text, 'cancelled'::text]))
);
CREATE INDEX enrolment_access_end ON public.enrolment USING btree (access_ends_at) WHERE ((state = 'active'::text) AND (access_ends_at IS NOT NULL));
CREATE INDEX enrolment_cancelled_by ON public.enrolment USING btree (cancelled_by) WHERE (cancelled_by IS NOT NULL);
CREATE INDEX enrolment_ip_hash_age ON public.enrolment USING btree (created_at) WHERE (ip_hash IS NOT NULL);
CREATE INDEX enrolment_order ON public.enrolment USING btree (order_id);
CREATE INDEX enrolment_person ON public.enrolment USING btree (person_id);
CREATE INDEX enrolment_unconfirmed_expiry ON public.enrolment USING btree (expires_at) WHERE (state = 'unconfirmed'::text);
CREATE INDEX enrolment_unconfirmed_ip ON public.enrolment USING btree (cohort_code, ip_hash) WHERE (state = 'unconfirmed'::text);
CREATE UNIQUE INDEX enrolment_once ON public.enrolment USING btree (cohort_code, person_id) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX enrolment_seat ON public.enrolment USING btree (order_id, seat) WHERE (state <> 'cancelled'::text);
CREATE UNIQUE INDEX enrolment_unconfirmed_once ON public.enrolment USING btree (cohort_code, person_id, client_hash) WHERE (state = 'unconfirmed'::text);
CREATE TRIGGER enrolment_cohort_runs BEFORE INSERT OR UPDATE OF state ON enrolment FOR EACH ROW WHEN (new.state <> 'cancelled'::text) EXECUTE FUNCTION refuse_seat_in_cancelled_cohort();
CREATE CONSTRAINT TRIGGER enrolment_count AFTER INSERT OR DELETE OR UPDATE OF state ON enrolment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_enrolment();
CREATE TRIGGER enrolment_transition BEFORE UPDATE OF state ON enrolment FOR EACH ROW EXECUTE FUNCTION guard_transition('enrolment');

-- Mailed links that confirm a free seat. Each works until the seat is confirmed or freed.
create table public.enrolment_link (
  -- Hash of the token in the link. The token itself is not stored.
  hash bytea not null,
  enrolment_id uuid not null,
  PRIMARY KEY (hash),
  FOREIGN KEY (enrolment_id) REFERENCES enrolment(id) ON DELETE CASCADE
);
CREATE INDEX enrolment_link_enrolment ON public.enrolment_link USING btree (enrolment_id);

-- The value of a US dollar, for the local price beside the charged one. Nothing is charged by it (docs/contract.md §5).
create table public.exchange_rate (
  currency text not null,
  -- Units of the currency for one US dollar.
  per_usd numeric(18,6) not null,
  -- Local prices are rounded to a multiple of this many minor units, as is usual in the currency.
  step_minor bigint not null,
  -- The day of the rate. An operator updates the rates (docs/operate.md).
  as_of date not null,
  PRIMARY KEY (currency),
  CHECK (currency ~ '^[A-Z]{3}$'::text AND currency <> 'USD'::text),
  CHECK (per_usd > 0::numeric),
  CHECK (step_minor > 0)
);
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON exchange_rate FOR EACH ROW EXECUTE FUNCTION notify_page_change();

-- The short form on a course page, and its outcome. A paid course makes it a draft of the checkout.
create table public.general_enrolment (
  -- The id of a draft opens the checkout with its course and seats. It reveals nobody's name.
  id uuid default gen_random_uuid() not null,
  outcome text not null,
  course_code text not null,
  cohort_code text,
  offer_code text,
  order_id uuid,
  email text not null,
  name text not null,
  phone_number text,
  timezone_id text,
  seats integer not null,
  -- Names and addresses of the friends to invite.
  friends jsonb default '[]'::jsonb not null,
  -- Answers to the course's own questions, for the instructor.
  answers jsonb default '{}'::jsonb not null,
  marketing boolean default false not null,
  terms_accepted_at timestamp with time zone not null,
  attribution jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code) ON DELETE CASCADE,
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE,
  FOREIGN KEY (offer_code) REFERENCES offer(offer_code) ON DELETE CASCADE,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CHECK ((outcome = 'enrolled'::text) = (order_id IS NOT NULL)),
  CHECK ((outcome = 'checkout'::text) = (offer_code IS NOT NULL)),
  CHECK (email = lower(email)),
  CHECK (outcome = ANY (ARRAY['enrolled'::text, 'checkout'::text, 'waitlisted'::text, 'received'::text])),
  CHECK (seats >= 1 AND seats <= 10)
);
CREATE INDEX general_enrolment_age ON public.general_enrolment USING btree (created_at);
CREATE INDEX general_enrolment_email ON public.general_enrolment USING btree (email);
CREATE INDEX general_enrolment_order ON public.general_enrolment USING btree (order_id) WHERE (order_id IS NOT NULL);

-- Gift cards that were issued.
create table public.gift_card (
  id uuid default gen_random_uuid() not null,
  -- HMAC of the code. The code itself is only in the recipient's mail.
  code_mac bytea not null,
  currency text not null,
  -- Value at the issue, in minor units. The balance is in ledger_account.
  issued_minor bigint not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (code_mac),
  CHECK (octet_length(code_mac) = 32),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (issued_minor > 0)
);

-- A gift card that an order buys. The code is created when the card is delivered.
create table public.gift_card_purchase (
  order_id uuid not null,
  -- Value of the card, in minor units.
  amount_minor bigint not null,
  recipient_name text not null,
  recipient_email text not null,
  -- The buyer's words to the recipient.
  message text default ''::text not null,
  send_at timestamp with time zone not null,
  gift_card_id uuid,
  delivered_at timestamp with time zone,
  -- When the purchase was refunded before the delivery.
  cancelled_at timestamp with time zone,
  -- Buyer or recipient deleted their account: the recipient's data is deleted right after the delivery.
  erase_when_sent boolean default false not null,
  PRIMARY KEY (order_id),
  UNIQUE (gift_card_id),
  FOREIGN KEY (gift_card_id) REFERENCES gift_card(id) ON DELETE RESTRICT,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  CHECK (amount_minor > 0),
  CHECK ((gift_card_id IS NULL) = (delivered_at IS NULL)),
  CHECK (delivered_at IS NULL OR cancelled_at IS NULL),
  CHECK (recipient_email = lower(recipient_email))
);
CREATE INDEX gift_card_purchase_recipient ON public.gift_card_purchase USING btree (COALESCE(delivered_at, cancelled_at)) WHERE (recipient_email !~~ '%@deleted.invalid'::text);
CREATE INDEX gift_card_purchase_waiting ON public.gift_card_purchase USING btree (send_at) WHERE ((delivered_at IS NULL) AND (cancelled_at IS NULL));

-- One row for each Idempotency-Key of each caller, with the response that a repeat gets (docs/contract.md §2).
create table public.idempotency (
  -- The caller: a person, or one kind of guest.
  actor text not null,
  -- The Idempotency-Key of the call, as the caller sent it.
  key text not null,
  -- Hash of the call and its body. The same key with another body is refused.
  request_hash text not null,
  -- The process that runs the call now. Another process may take over after locked_until.
  claim uuid not null,
  state text default 'running'::text not null,
  -- HTTP status of the stored response.
  status integer,
  -- The stored response, encrypted because it may contain a token.
  answer bytea,
  locked_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- The owner of the quota of the response: a person's id or a hash of a guest's network. Null: not counted.
  client text,
  PRIMARY KEY (actor, key),
  UNIQUE (claim),
  CHECK ((state = 'done'::text) = (status IS NOT NULL AND answer IS NOT NULL)),
  CHECK (state = ANY (ARRAY['running'::text, 'done'::text]))
);
CREATE INDEX idempotency_client ON public.idempotency USING btree (client, expires_at) WHERE (client IS NOT NULL);
CREATE INDEX idempotency_expiry ON public.idempotency USING btree (expires_at);

-- A person's log-in at a social provider. The key is never an address: addresses change hands.
create table public.identity (
  provider text not null,
  -- The provider's own id of the person.
  subject text not null,
  person_id uuid not null,
  -- The address that the provider gave when the log-in was linked.
  email text,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  -- Names the log-in in the settings, where the person can remove it.
  id uuid default gen_random_uuid() not null,
  PRIMARY KEY (provider, subject),
  UNIQUE (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text])),
  CHECK (subject <> ''::text AND length(subject) <= 255)
);
CREATE INDEX identity_person ON public.identity USING btree (person_id);

-- Social log-ins whose address the provider does not prove. A mailed link, opened in the same browser, confirms one.
create table public.identity_proof (
  id uuid default gen_random_uuid() not null,
  -- Hash of the secret that the requesting browser holds. The link alone is useless.
  browser_hash bytea not null,
  -- Hash of the token in the mailed link. Null until the mail is written.
  token_hash bytea,
  provider text not null,
  subject text not null,
  email text not null,
  name text,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  CHECK (provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text])),
  CHECK (subject <> ''::text AND length(subject) <= 255)
);
CREATE INDEX identity_proof_expires ON public.identity_proof USING btree (expires_at);
CREATE INDEX identity_proof_subject ON public.identity_proof USING btree (provider, subject);

-- One row: the mode that this database was created in. A start in another mode is refused (docs/contract.md §1).
create table public.installation (
  -- Always true, so that the table has at most one row.
  id boolean default true not null,
  created_mode text not null,
  -- Null: no demo content was added. running: adding it has started, and did not finish if the process crashed.
  demo_seed text,
  created_at timestamp with time zone default now() not null,
  -- The id in the blob store of this database. A start with another store is refused.
  blob_store_id uuid,
  PRIMARY KEY (id),
  CHECK (created_mode <> 'production'::text OR demo_seed IS NULL),
  CHECK (created_mode = ANY (ARRAY['demo'::text, 'development'::text, 'production'::text])),
  CHECK (demo_seed = ANY (ARRAY['running'::text, 'complete'::text])),
  CHECK (id)
);

-- People who asked for news about a course. A repeated request is the same row.
create table public.interest (
  id uuid default gen_random_uuid() not null,
  -- coming-soon: when enrolment opens. reminder: when there is a new date, and before enrolment closes. curriculum: the curriculum by mail, which needs no confirmation.
  kind text not null,
  course_code text not null,
  email text not null,
  name text,
  phone_number text,
  timezone_id text,
  -- The last touch: the newest campaign of the visitor.
  attribution jsonb default '{}'::jsonb not null,
  -- The first touch: the oldest campaign of the visitor's browser.
  first_touch jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  -- When the person confirmed the address by the mailed link. Only confirmed interests get news.
  confirmed_at timestamp with time zone,
  -- When the person turned the news off, or the course was withdrawn. A new request sets it to null again.
  left_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (email, kind, course_code),
  FOREIGN KEY (course_code) REFERENCES course(course_code),
  CHECK (email = lower(email)),
  CHECK (kind = ANY (ARRAY['coming-soon'::text, 'reminder'::text, 'curriculum'::text]))
);
CREATE INDEX interest_age ON public.interest USING btree (created_at);
CREATE INDEX interest_course ON public.interest USING btree (course_code, kind, created_at);
CREATE INDEX interest_told ON public.interest USING btree (course_code, id) WHERE ((confirmed_at IS NOT NULL) AND (left_at IS NULL));

-- Mailed links that confirm an interest or turn its news off. Each mail has its own.
create table public.interest_link (
  -- Hash of the token in the link. The token itself is not stored.
  hash bytea not null,
  interest_id uuid not null,
  PRIMARY KEY (hash),
  FOREIGN KEY (interest_id) REFERENCES interest(id) ON DELETE CASCADE
);
CREATE INDEX interest_link_interest ON public.interest_link USING btree (interest_id);

-- The e-mails about a cohort that a person got (docs/contract.md §25). One row for each e-mail.
create table public.interest_notice (
  interest_id uuid not null,
  cohort_code text not null,
  -- opened: enrolment opened. dated: there is a date. closing: enrolment closes soon.
  kind text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (interest_id, cohort_code, kind),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code) ON DELETE CASCADE,
  FOREIGN KEY (interest_id) REFERENCES interest(id) ON DELETE CASCADE,
  CHECK (kind = ANY (ARRAY['opened'::text, 'dated'::text, 'closing'::text]))
);
CREATE INDEX interest_notice_cohort ON public.interest_notice USING btree (cohort_code, kind);

-- Friends whom a buyer invited. Name and address are deleted if the friend never accepts.
create table public.invitation (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  -- Number of the friend's seat in the order. Seat 1 is the buyer's.
  seat integer not null,
  email text not null,
  name text,
  -- Hash of the token in the mailed link. Null until the mail is written.
  token_hash bytea,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  reminded_at timestamp with time zone,
  accepted_at timestamp with time zone,
  -- When the buyer named another friend for the seat.
  withdrawn_at timestamp with time zone,
  -- Whether a signed-in buyer or an admin named the friend. A checkout token alone cannot replace that friend.
  named_by_buyer boolean default false not null,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CHECK (email = lower(email)),
  CHECK (seat >= 2 AND seat <= 10)
);
CREATE UNIQUE INDEX invitation_friend ON public.invitation USING btree (order_id, email) WHERE (withdrawn_at IS NULL);
CREATE UNIQUE INDEX invitation_seat ON public.invitation USING btree (order_id, seat) WHERE (withdrawn_at IS NULL);

-- The invoice of a paid order. It is issued at the commit that completes the order, and never changes.
create table public.invoice (
  -- Without gaps. The order's own number has gaps, because unpaid orders have one too.
  number bigint not null,
  order_id uuid not null,
  -- The total of the order, in minor units. A deposit is a payment of it.
  amount_minor bigint not null,
  currency text not null,
  issued_at timestamp with time zone default now() not null,
  PRIMARY KEY (number),
  UNIQUE (order_id),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  CHECK (amount_minor > 0),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (number > 0)
);
CREATE TRIGGER invoice_fixed BEFORE DELETE OR UPDATE ON invoice FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoice_next BEFORE INSERT ON invoice FOR EACH ROW EXECUTE FUNCTION guard_document_number('invoice');

-- Cached PDFs of invoices and credit notes: drawing one takes a hundred times as long as reading it.
create table public.invoice_file (
  order_id uuid not null,
  -- Whether the PDF has the buyer's name and address.
  names_buyer boolean not null,
  -- 0: the invoice.
  credit_note_number bigint default 0 not null,
  -- Hash of everything that the PDF says, so that a refund leads to a new PDF.
  content_hash bytea not null,
  -- The PDF.
  content bytea not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (order_id, credit_note_number, names_buyer),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CHECK (octet_length(content_hash) = 32)
);
CREATE INDEX invoice_file_age ON public.invoice_file USING btree (created_at);

-- Links that lead to a meeting once, within two minutes.
create table public.join_ticket (
  -- Hash of the ticket. The ticket itself is not stored.
  hash bytea not null,
  session_id uuid not null,
  person_id uuid not null,
  -- The audience of the session that asked: a site role counts in an admin's only.
  audience text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (hash),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES cohort_session(id) ON DELETE CASCADE,
  CHECK (audience = ANY (ARRAY['learner'::text, 'admin'::text]))
);
CREATE INDEX join_ticket_expiry ON public.join_ticket USING btree (expires_at);
CREATE INDEX join_ticket_person ON public.join_ticket USING btree (person_id);
CREATE INDEX join_ticket_session ON public.join_ticket USING btree (session_id);

-- Accounts of the books. A gift card or a credit is a debt to its owner: its balance is negative and never above zero.
create table public.ledger_account (
  -- Such as sales:USD, gift-card:<id> or credit:<person>:USD.
  id text not null,
  -- held: tender reserved for open orders. promotion: pays for what is given away. disputed: withdrawn by banks.
  kind text not null,
  currency text not null,
  -- Sum of the entries, in minor units. Only for gift cards and credit: elsewhere all sales would wait for one row.
  balance bigint,
  -- Since then a dispute about the gift card's purchase stops all spending.
  frozen_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK ((balance IS NOT NULL) = (kind = ANY (ARRAY['gift-card'::text, 'credit'::text]))),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (frozen_at IS NULL OR kind = 'gift-card'::text),
  CHECK (kind = ANY (ARRAY['provider'::text, 'sales'::text, 'refunds'::text, 'gift-card'::text, 'credit'::text, 'held'::text, 'promotion'::text, 'disputed'::text, 'dispute-losses'::text])),
  CHECK ((kind <> ALL (ARRAY['gift-card'::text, 'credit'::text])) OR balance <= 0)
);
CREATE INDEX ledger_account_person ON public.ledger_account USING btree (split_part(id, ':'::text, 2)) WHERE (kind = 'credit'::text);

-- One side of a movement. Append-only.
create table public.ledger_entry (
  id bigint generated always as identity not null,
  transaction_id uuid not null,
  account_id text not null,
  -- Minor units; positive is a debit, negative a credit.
  amount bigint not null,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES ledger_account(id) ON DELETE RESTRICT,
  FOREIGN KEY (transaction_id) REFERENCES ledger_transaction(id) ON DELETE RESTRICT,
  CHECK (amount <> 0)
);
CREATE INDEX ledger_entry_account ON public.ledger_entry USING btree (account_id);
CREATE INDEX ledger_entry_transaction ON public.ledger_entry USING btree (transaction_id);
CREATE TRIGGER ledger_balance_updated AFTER INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_keep_balance();
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();
CREATE TRIGGER ledger_entry_fixed BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_not_frozen BEFORE INSERT ON ledger_entry FOR EACH ROW WHEN (new.account_id ~~ 'gift-card:%'::text) EXECUTE FUNCTION refuse_frozen_spending();

-- One movement of money. Its entries sum to zero in each currency.
create table public.ledger_transaction (
  id uuid default uuidv7() not null,
  -- issue, void: a gift card's start and end. void-reversed: the bank changed its decision. hold, release: tender reserved for an order, and returned. reward, reward-reversed: credit for a referral, and its end.
  kind text not null,
  -- The payment, refund, gift card, referral or dispute movement. The unique key books each of them once. void, void-reversed: a new id.
  reference uuid not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (kind, reference),
  CHECK (kind = ANY (ARRAY['charge'::text, 'refund'::text, 'refund-failed'::text, 'issue'::text, 'hold'::text, 'release'::text, 'void'::text, 'void-reversed'::text, 'dispute'::text, 'dispute-fee'::text, 'reward'::text, 'reward-reversed'::text]))
);
CREATE INDEX ledger_transaction_at ON public.ledger_transaction USING btree (at);
CREATE TRIGGER ledger_transaction_fixed BEFORE DELETE OR UPDATE ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The lessons of a course. A row is never deleted while its course exists: learners' rows refer to it.
create table public.lesson (
  id uuid default uuidv7() not null,
  course_code text not null,
  -- Null exactly for a withdrawn lesson. So is position.
  module_id uuid,
  -- The id of the item in the content files. It never changes.
  key text not null,
  "position" integer,
  kind text not null,
  title text not null,
  summary text not null,
  -- The stated length.
  minutes integer not null,
  state text not null,
  -- Whether it counts for completion (docs/contract.md §12).
  is_required boolean default true not null,
  -- Open to everybody.
  is_preview boolean default false not null,
  -- By kind (docs/contract.md §9). Null: the lesson was never published.
  content jsonb,
  -- The video or audio file.
  asset_id uuid,
  release_rule text default 'at-once'::text not null,
  -- A local time in the cohort's zone.
  release_at timestamp without time zone,
  release_days integer,
  release_lesson_id uuid,
  PRIMARY KEY (id),
  UNIQUE (course_code, id),
  UNIQUE (course_code, key),
  UNIQUE (module_id, "position") DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (course_code, asset_id) REFERENCES asset(course_code, id),
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE,
  FOREIGN KEY (course_code, module_id) REFERENCES module(course_code, id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (course_code, release_lesson_id) REFERENCES lesson(course_code, id) DEFERRABLE INITIALLY DEFERRED,
  CHECK (NOT is_preview OR (kind = ANY (ARRAY['video'::text, 'audio'::text, 'text'::text]))),
  CHECK ((state = 'withdrawn'::text) = (module_id IS NULL)),
  CHECK ((module_id IS NULL) = ("position" IS NULL)),
  CHECK (state = 'withdrawn'::text OR (state = 'planned'::text) = (content IS NULL)),
  CHECK ((release_rule = 'on-date'::text) = (release_at IS NOT NULL)),
  CHECK ((release_rule = 'after-days'::text) = (release_days IS NOT NULL)),
  CHECK ((release_rule = 'with-session'::text) = (release_lesson_id IS NOT NULL)),
  CHECK (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text),
  CHECK (kind = ANY (ARRAY['video'::text, 'audio'::text, 'text'::text, 'files'::text, 'embed'::text, 'live'::text])),
  CHECK (minutes > 0),
  CHECK ("position" >= 0),
  CHECK (release_days >= 0),
  CHECK (release_rule = ANY (ARRAY['at-once'::text, 'on-date'::text, 'after-days'::text, 'after-previous'::text, 'with-session'::text])),
  CHECK (state = ANY (ARRAY['planned'::text, 'published'::text, 'withdrawn'::text]))
);
CREATE INDEX lesson_asset ON public.lesson USING btree (asset_id) WHERE (asset_id IS NOT NULL);
CREATE INDEX lesson_module ON public.lesson USING btree (module_id);
CREATE INDEX lesson_release_lesson ON public.lesson USING btree (release_lesson_id) WHERE (release_lesson_id IS NOT NULL);
CREATE TRIGGER lesson_transition BEFORE UPDATE OF state ON lesson FOR EACH ROW EXECUTE FUNCTION guard_transition('lesson');
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON lesson FOR EACH ROW EXECUTE FUNCTION notify_page_change();
CREATE CONSTRAINT TRIGGER prerequisite_earlier AFTER UPDATE OF module_id, "position" ON lesson DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prerequisites_must_be_earlier();

-- Files beside a lesson, in order.
create table public.lesson_file (
  lesson_id uuid not null,
  course_code text not null,
  "position" integer not null,
  asset_id uuid not null,
  label text not null,
  PRIMARY KEY (lesson_id, "position"),
  FOREIGN KEY (course_code, asset_id) REFERENCES asset(course_code, id),
  FOREIGN KEY (course_code, lesson_id) REFERENCES lesson(course_code, id) ON DELETE CASCADE,
  FOREIGN KEY (lesson_id) REFERENCES lesson(id) ON DELETE CASCADE,
  CHECK (label <> ''::text),
  CHECK ("position" >= 0 AND "position" <= 19)
);
CREATE INDEX lesson_file_asset ON public.lesson_file USING btree (asset_id);

-- A learner's own notes. Nobody else reads them.
create table public.lesson_note (
  id uuid default uuidv7() not null,
  person_id uuid not null,
  lesson_id uuid not null,
  -- The moment of the video that the note is about.
  at_seconds integer,
  text text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (lesson_id) REFERENCES lesson(id) ON DELETE RESTRICT,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (at_seconds >= 0),
  CHECK (text <> ''::text AND length(text) <= 5000)
);
CREATE INDEX lesson_note_lesson ON public.lesson_note USING btree (lesson_id);
CREATE INDEX lesson_note_own ON public.lesson_note USING btree (person_id, lesson_id);

-- Lessons that must be complete before another one opens. Each is earlier in the course, so no circle can exist.
create table public.lesson_prerequisite (
  lesson_id uuid not null,
  required_lesson_id uuid not null,
  PRIMARY KEY (lesson_id, required_lesson_id),
  FOREIGN KEY (lesson_id) REFERENCES lesson(id) ON DELETE CASCADE,
  FOREIGN KEY (required_lesson_id) REFERENCES lesson(id) ON DELETE CASCADE
);
CREATE INDEX lesson_prerequisite_required ON public.lesson_prerequisite USING btree (required_lesson_id);
CREATE CONSTRAINT TRIGGER prerequisite_earlier AFTER INSERT OR UPDATE ON lesson_prerequisite DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prerequisites_must_be_earlier();

-- Lessons that a person has started or completed. It belongs to the person and survives a change of cohort.
create table public.lesson_progress (
  person_id uuid not null,
  lesson_id uuid not null,
  started_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  completed_by text,
  PRIMARY KEY (person_id, lesson_id),
  FOREIGN KEY (lesson_id) REFERENCES lesson(id) ON DELETE RESTRICT,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((completed_at IS NULL) = (completed_by IS NULL)),
  CHECK (completed_by = ANY (ARRAY['watched'::text, 'marked'::text, 'attended'::text, 'teacher'::text]))
);
CREATE INDEX lesson_progress_lesson ON public.lesson_progress USING btree (lesson_id);

-- The outbox. Without a mail server, the mails stay here and are read at /dev/mail.
create table public.mail (
  id uuid default uuidv7() not null,
  -- Each mail is sent once for its key, unless an admin replaced it. The key contains ids, never an address.
  dedupe_key text not null,
  -- A kind of src/features/mailing/mail-kinds.ts.
  kind text default split_part(dedupe_key, ':'::text, 1) not null,
  to_address text not null,
  subject text not null,
  -- Emptied once the mail server has accepted the mail, as html_body is.
  text_body text not null,
  html_body text not null,
  -- Additional headers by name, such as List-Unsubscribe.
  headers jsonb default '{}'::jsonb not null,
  -- queued: waits. sending: a worker has a lease. failed: refused, too late, or unknown whether it arrived. suppressed: see mail_suppression. cancelled: its reason ended before.
  state text default 'queued'::text not null,
  -- An e-mail that is not urgent waits for the day of its reader.
  is_urgent boolean default true not null,
  -- Zone of the reader; null counts as UTC.
  timezone_id text,
  -- The mail waits until then.
  send_after timestamp with time zone,
  -- From then on the mail is not sent.
  useful_until timestamp with time zone,
  -- How often sending was tried.
  attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  -- When a worker took the mail. Its lease ends after two minutes.
  sending_since timestamp with time zone,
  -- The content goes to the server from then on: after a crash the server may have the mail.
  handed_over_at timestamp with time zone,
  -- Whether the mail is sent again when it is unknown whether the server has it.
  may_repeat boolean default true not null,
  -- How often the connection or the process ended before the server answered.
  unknown_count integer default 0 not null,
  -- The last answer of the mail server, or why the mail was not sent.
  problem text,
  sent_at timestamp with time zone,
  -- When an admin had the mail written anew. Its key is free for the new mail from then on.
  replaced_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (dedupe_key, replaced_at),
  CHECK (replaced_at IS NULL OR (state <> ALL (ARRAY['queued'::text, 'sending'::text]))),
  CHECK (state <> 'sending'::text OR sending_since IS NOT NULL),
  CHECK (unknown_count <=
CASE
    WHEN may_repeat THEN 11
    ELSE 1
END),
  CHECK ((state = 'sent'::text) = (sent_at IS NOT NULL)),
  CHECK (state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'suppressed'::text, 'cancelled'::text]))
);
CREATE INDEX mail_address ON public.mail USING btree (to_address, created_at DESC);
CREATE INDEX mail_kind ON public.mail USING btree (kind, id DESC);
CREATE INDEX mail_recent ON public.mail USING btree (created_at DESC);
CREATE INDEX mail_state ON public.mail USING btree (state, id DESC);
CREATE INDEX mail_unsent ON public.mail USING btree (created_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));

-- Invoices and calendar files of mails. Deleted when the text of their mail is emptied.
create table public.mail_attachment (
  mail_id uuid not null,
  "position" integer not null,
  filename text not null,
  -- Media type, such as application/pdf.
  content_type text not null,
  content bytea not null,
  PRIMARY KEY (mail_id, "position"),
  FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE
);

-- Attempts to send in each clock hour, where MAILS_PER_HOUR limits them.
create table public.mail_hour (
  hour timestamp with time zone not null,
  count integer not null,
  PRIMARY KEY (hour),
  CHECK (count > 0)
);

-- Categories of e-mails that an address turned off, whether or not it has an account.
create table public.mail_opt_out (
  address text not null,
  -- A category of src/features/mailing/mail-kinds.ts.
  category text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (address, category)
);

-- Addresses that get only e-mails about security, payments and refunds.
create table public.mail_suppression (
  address text not null,
  reason text not null,
  -- The answer of the mail server, or the note of the operator.
  detail text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (address),
  CHECK (reason = ANY (ARRAY['bounce'::text, 'complaint'::text]))
);
CREATE INDEX mail_suppression_recent ON public.mail_suppression USING btree (created_at, address);

-- The steps that process an asset. The row is the queue: a worker takes it by a lease.
create table public.media_step (
  id uuid default uuidv7() not null,
  asset_id uuid not null,
  -- inspect, measure, poster, video-360 and so on, storyboard, audio or image.
  step text not null,
  state text default 'waiting'::text not null,
  -- Number of the current or last attempt. Each attempt writes a folder of its own.
  attempt integer default 0 not null,
  -- Attempts that ended with a fault. An attempt of a killed worker is none.
  failures integer default 0 not null,
  -- Attempts whose worker died. A file that kills its workers is given up after 10.
  deaths integer default 0 not null,
  percent integer default 0 not null,
  run_after timestamp with time zone default now() not null,
  lease_id uuid,
  leased_until timestamp with time zone,
  -- The last lines of the encoder, for admins.
  error text,
  -- Facts for the steps after it: what the file contains, or how loud it is.
  result jsonb,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (asset_id, step),
  UNIQUE (id),
  FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE RESTRICT,
  CHECK (attempt >= 0),
  CHECK ((state = 'running'::text) = (lease_id IS NOT NULL AND leased_until IS NOT NULL)),
  CHECK (deaths >= 0),
  CHECK (failures >= 0),
  CHECK (percent >= 0 AND percent <= 100),
  CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))
);
CREATE INDEX media_step_queue ON public.media_step USING btree (run_after) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE TRIGGER media_step_transition BEFORE UPDATE OF state ON media_step FOR EACH ROW EXECUTE FUNCTION guard_transition('media_step');

-- The named parts of a course, in order.
create table public.module (
  id uuid default uuidv7() not null,
  course_code text not null,
  -- The name of the module in the content files. It never changes.
  key text not null,
  "position" integer not null,
  title text not null,
  -- pro: the evenings with guests (proSessions in docs/contract.md §4).
  kind text default 'module'::text not null,
  -- When the lessons open (docs/contract.md §11).
  release_rule text default 'at-once'::text not null,
  -- A local time in the cohort's zone.
  release_at timestamp without time zone,
  release_days integer,
  release_lesson_id uuid,
  PRIMARY KEY (id),
  UNIQUE (course_code, id),
  UNIQUE (course_code, key),
  UNIQUE (course_code, "position") DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE,
  FOREIGN KEY (course_code, release_lesson_id) REFERENCES lesson(course_code, id) DEFERRABLE INITIALLY DEFERRED,
  CHECK ((release_rule = 'on-date'::text) = (release_at IS NOT NULL)),
  CHECK ((release_rule = 'after-days'::text) = (release_days IS NOT NULL)),
  CHECK ((release_rule = 'with-session'::text) = (release_lesson_id IS NOT NULL)),
  CHECK (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text),
  CHECK (kind = ANY (ARRAY['module'::text, 'pro'::text])),
  CHECK ("position" >= 0),
  CHECK (release_days >= 0),
  CHECK (release_rule = ANY (ARRAY['at-once'::text, 'on-date'::text, 'after-days'::text, 'after-previous'::text, 'with-session'::text]))
);
CREATE INDEX module_release_lesson ON public.module USING btree (release_lesson_id) WHERE (release_lesson_id IS NOT NULL);
CREATE UNIQUE INDEX module_pro ON public.module USING btree (course_code) WHERE (kind = 'pro'::text);
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON module FOR EACH ROW EXECUTE FUNCTION notify_page_change();
CREATE CONSTRAINT TRIGGER prerequisite_earlier AFTER UPDATE OF "position" ON module DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prerequisites_must_be_earlier();

-- A price of a cohort, per seat (docs/contract.md §5, price rules).
create table public.offer (
  offer_code text not null,
  cohort_code text not null,
  currency text not null,
  -- List price of one seat, in minor units of the currency. So are the other amounts.
  price_minor bigint not null,
  -- The lower price, charged until discount_ends_at. Null: no discount.
  discount_price_minor bigint,
  -- Null: the discount has no end.
  discount_ends_at timestamp with time zone,
  -- Shown struck through, never charged.
  before_price_minor bigint,
  -- The amount due now for a seat that is paid by deposit. Null: no deposit.
  deposit_minor bigint,
  -- The lowest position is the offer that pages show.
  "position" integer default 0 not null,
  -- From then on the offer cannot be bought. Null: no end.
  expires_at timestamp with time zone,
  PRIMARY KEY (offer_code),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code),
  CHECK (before_price_minor > 0),
  CHECK (discount_price_minor >= 0 AND discount_price_minor < price_minor),
  CHECK (discount_ends_at IS NULL OR discount_price_minor IS NOT NULL),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (deposit_minor > 0),
  CHECK (offer_code ~ '^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$'::text),
  CHECK (price_minor >= 0)
);
CREATE INDEX offer_cohort ON public.offer USING btree (cohort_code, "position");
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON offer FOR EACH ROW EXECUTE FUNCTION notify_page_change();

-- The last e-mail about newly opened lessons that a person got.
create table public.opened_digest (
  person_id uuid not null,
  -- The e-mail named the lessons that opened up to then.
  announced_until timestamp with time zone not null,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

-- The lines of an invoice. They sum to the total of the order.
create table public.order_line (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  "position" integer not null,
  kind text not null,
  -- The purchased item, as the invoice names it. May contain the recipient of a gift card.
  label text not null,
  -- Price after the discount, in minor units.
  amount_minor bigint not null,
  -- The amount refunded for this line.
  refunded_minor bigint default 0 not null,
  -- The amount that is not due any more for this line, because its seat was cancelled before it was paid.
  waived_minor bigint default 0 not null,
  PRIMARY KEY (id),
  UNIQUE (order_id, "position"),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  CHECK (refunded_minor >= 0 AND refunded_minor <= amount_minor),
  CHECK (kind = ANY (ARRAY['seats'::text, 'gift-card'::text])),
  CHECK (waived_minor >= 0 AND (waived_minor + refunded_minor) <= amount_minor)
);
CREATE INDEX order_line_refunded ON public.order_line USING btree (order_id) WHERE (refunded_minor > 0);
CREATE CONSTRAINT TRIGGER order_line_credit_note AFTER UPDATE OF refunded_minor, waived_minor ON order_line DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.refunded_minor <> new.refunded_minor OR old.waived_minor <> new.waived_minor) EXECUTE FUNCTION issue_credit_note();
CREATE TRIGGER order_line_forget_invoice_file AFTER UPDATE OF label ON order_line FOR EACH ROW WHEN (old.label IS DISTINCT FROM new.label) EXECUTE FUNCTION forget_invoice_file();

-- Orders of seats or of a gift card. Plural, because ORDER is an SQL keyword. Unpaid ones are deleted after 30 days.
create table public.orders (
  id uuid default uuidv7() not null,
  -- The number on receipts. An invoice has a number of its own, without gaps.
  number bigint default nextval('order_number'::regclass) not null,
  -- src/domain/orders/order.ts has the state machine.
  state text default 'open'::text not null,
  -- cohort: seats of a cohort, at an offer's price. gift-card: one gift card, whose data is in gift_card_purchase (docs/decisions/0030).
  product text not null,
  cohort_code text,
  offer_code text,
  -- The quote that was charged. Not a foreign key: quotes are deleted after a day.
  quote_id uuid,
  payment_type text not null,
  -- Number of seats. 0 for a gift card.
  seats integer not null,
  currency text not null,
  -- Price of all seats before the discount, in minor units. So are the other amounts.
  subtotal_minor bigint not null,
  -- Price after the discount. Gift cards and credit do not lower it: they are payments.
  total_minor bigint not null,
  -- The country whose tax the total includes, copied from the quote. Null without tax, and for a gift card.
  tax_country text,
  -- The tax as documents call it, such as VAT.
  tax_name text,
  -- Thousandths of a percent: 19000 is 19 %.
  tax_rate integer,
  -- The tax in the total, rounded once. It never changes. Credit notes have their own share.
  tax_minor bigint,
  -- The buyer's address, lower case. An order belongs to its address.
  email text not null,
  name text not null,
  phone_number text,
  timezone_id text not null,
  -- The buyer. Null until the order is paid.
  person_id uuid,
  terms_accepted_at timestamp with time zone not null,
  -- Whether the buyer agreed to news.
  marketing boolean default false not null,
  -- The last touch: the newest campaign that led to the order.
  attribution jsonb default '{}'::jsonb not null,
  -- The first touch: the oldest campaign of the buyer's browser.
  first_touch jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  -- group: several seats. promo: a promo code. referral: a friend's code. The buyer gets the better one, never both.
  discount_kind text,
  -- The code that lowers the price. It counts as used while the order is open or complete.
  promo_code text,
  -- The code of the friend who brought the buyer, also where another discount is better.
  referral_code text,
  -- Due at once, where the buyer pays by deposit.
  deposit_minor bigint,
  -- When the rest is due, where the buyer pays by deposit.
  balance_due_at timestamp with time zone,
  -- The part of the balance that is not due any more, because its seat was cancelled.
  waived_minor bigint default 0 not null,
  balance_paid_at timestamp with time zone,
  -- Reminders that were sent for an overdue balance.
  balance_reminders smallint default 0 not null,
  -- Since then the course is closed to the buyer, because the balance is overdue.
  paused_at timestamp with time zone,
  -- Hash of the buyer's client key, log-in or network address, while the order is open. Empty afterwards.
  client bytea default '\x'::bytea not null,
  -- Keyed hash of the client whose limit on open orders counts this one. Null afterwards.
  limit_key bytea,
  -- A charge arrived after the order had been deleted: the row is back without its buyer, for the refund.
  restored_at timestamp with time zone,
  -- The version of the course that was published when the order was placed. Null for a gift card, and for a course without a version.
  course_version integer,
  PRIMARY KEY (id),
  UNIQUE (number),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code),
  FOREIGN KEY (offer_code) REFERENCES offer(offer_code),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (promo_code) REFERENCES promo_code(code) ON DELETE RESTRICT,
  CHECK (balance_due_at IS NOT NULL OR balance_paid_at IS NULL AND paused_at IS NULL),
  CHECK (balance_reminders >= 0 AND balance_reminders <= 3),
  CHECK (total_minor >= 0 AND total_minor <= subtotal_minor),
  CHECK (deposit_minor > 0 AND deposit_minor < total_minor),
  CHECK (waived_minor >= 0 AND waived_minor <= total_minor),
  CHECK ((state = 'complete'::text) = (completed_at IS NOT NULL)),
  CHECK (state <> 'complete'::text OR person_id IS NOT NULL),
  CHECK (course_version > 0),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK ((payment_type = 'deposit'::text) = (deposit_minor IS NOT NULL AND balance_due_at IS NOT NULL)),
  CHECK (discount_kind = ANY (ARRAY['group'::text, 'promo'::text, 'referral'::text])),
  CHECK (email = lower(email)),
  CHECK (paused_at IS NULL OR balance_paid_at IS NULL),
  CHECK (payment_type = ANY (ARRAY['full'::text, 'deposit'::text])),
  CHECK (
CASE product
    WHEN 'cohort'::text THEN cohort_code IS NOT NULL AND offer_code IS NOT NULL AND seats > 0
    ELSE cohort_code IS NULL AND offer_code IS NULL AND quote_id IS NULL AND seats = 0 AND payment_type = 'full'::text AND total_minor = subtotal_minor AND discount_kind IS NULL AND referral_code IS NULL
END),
  CHECK (product = ANY (ARRAY['cohort'::text, 'gift-card'::text])),
  CHECK ((NOT discount_kind IS DISTINCT FROM 'promo'::text) = (promo_code IS NOT NULL)),
  CHECK (discount_kind IS DISTINCT FROM 'referral'::text OR referral_code IS NOT NULL),
  CHECK (seats >= 0 AND seats <= 10),
  CHECK (state = ANY (ARRAY['open'::text, 'complete'::text, 'expired'::text, 'replaced'::text, 'refund-pending'::text, 'returned'::text])),
  CHECK (subtotal_minor >= 0),
  CHECK (
CASE
    WHEN tax_rate IS NULL THEN tax_country IS NULL AND tax_name IS NULL AND tax_minor IS NULL
    ELSE product = 'cohort'::text AND total_minor > 0 AND tax_rate >= 1 AND tax_rate <= 100000 AND tax_minor IS NOT NULL AND tax_country IS NOT NULL AND tax_country ~ '^[A-Z]{2}$'::text AND tax_name IS NOT NULL AND tax_name <> ''::text AND tax_minor = included_tax(total_minor, tax_rate)
END)
);
CREATE INDEX orders_balance ON public.orders USING btree (balance_due_at) WHERE ((state = 'complete'::text) AND (balance_due_at IS NOT NULL) AND (balance_paid_at IS NULL));
CREATE INDEX orders_completed ON public.orders USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX orders_course ON public.orders USING btree (cohort_code, number);
CREATE INDEX orders_email ON public.orders USING btree (email);
CREATE INDEX orders_person ON public.orders USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX orders_placed ON public.orders USING btree (created_at);
CREATE INDEX orders_promo ON public.orders USING btree (promo_code) WHERE (promo_code IS NOT NULL);
CREATE INDEX orders_restored ON public.orders USING btree (restored_at) WHERE (restored_at IS NOT NULL);
CREATE INDEX orders_state ON public.orders USING btree (state, number);
CREATE INDEX orders_unpaid ON public.orders USING btree (created_at) WHERE (state = ANY (ARRAY['expired'::text, 'replaced'::text]));
CREATE INDEX orders_words ON public.orders USING gin (search_vector(((name || ' '::text) || email)));
CREATE UNIQUE INDEX orders_one_open ON public.orders USING btree (cohort_code, email, client) NULLS NOT DISTINCT WHERE (state = 'open'::text);
CREATE UNIQUE INDEX orders_one_open_of_person ON public.orders USING btree (cohort_code, person_id) WHERE (state = 'open'::text);
CREATE TRIGGER orders_finish_saved_checkouts AFTER INSERT OR UPDATE OF state ON orders FOR EACH ROW WHEN (new.state = 'complete'::text AND new.product = 'cohort'::text) EXECUTE FUNCTION delete_saved_checkouts();
CREATE TRIGGER orders_forget_invoice_file AFTER UPDATE OF name, email ON orders FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION forget_invoice_file();
CREATE CONSTRAINT TRIGGER orders_invoice AFTER INSERT OR UPDATE OF state ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'complete'::text AND new.total_minor > 0) EXECUTE FUNCTION issue_invoice();
CREATE CONSTRAINT TRIGGER orders_seated AFTER INSERT OR UPDATE OF state ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'complete'::text) EXECUTE FUNCTION order_must_be_seated();
CREATE TRIGGER orders_tax_fixed BEFORE UPDATE OF tax_country, tax_name, tax_rate, tax_minor ON orders FOR EACH ROW WHEN (old.tax_country IS DISTINCT FROM new.tax_country OR old.tax_name IS DISTINCT FROM new.tax_name OR old.tax_rate IS DISTINCT FROM new.tax_rate OR old.tax_minor IS DISTINCT FROM new.tax_minor) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER orders_transition BEFORE UPDATE OF state ON orders FOR EACH ROW EXECUTE FUNCTION guard_transition('order');

-- WebAuthn credentials of a person.
create table public.passkey (
  id uuid default gen_random_uuid() not null,
  -- Base64url, as the browser sends it.
  credential_id text not null,
  person_id uuid not null,
  -- COSE encoding.
  public_key bytea not null,
  -- Signature counter of the authenticator, which must not go back.
  counter bigint not null,
  -- How a browser reaches the authenticator, such as usb or internal.
  transports text[] default '{}'::text[] not null,
  -- The person's own name for the passkey.
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (credential_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (counter >= 0)
);
CREATE INDEX passkey_person ON public.passkey USING btree (person_id);

-- Challenges that a passkey signs. Each works once, within five minutes.
create table public.passkey_challenge (
  challenge text not null,
  -- The only person who may register with it. Null for a log-in, where the passkey names the person.
  person_id uuid,
  expires_at timestamp with time zone default (now() + '00:05:00'::interval) not null,
  PRIMARY KEY (challenge),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenge_expiry ON public.passkey_challenge USING btree (expires_at);

-- One attempt to pay, or the gift card or credit that an order uses. A new attempt needs the end of the one before.
create table public.payment (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  attempt integer not null,
  -- none: an order that costs nothing. It never reaches a provider and is complete at once.
  method text not null,
  provider text not null,
  -- src/domain/orders/payment.ts has the state machine. A gift card is pending while it is held.
  state text default 'pending'::text not null,
  -- Minor units of the currency.
  amount_minor bigint not null,
  -- The amount that the provider accepted to refund.
  refunded_minor bigint default 0 not null,
  currency text not null,
  -- The payment at the provider. Null until it was created there.
  provider_intent_id text,
  -- Why the last card was declined, such as insufficient_funds.
  failure_code text,
  card_brand text,
  card_last4 text,
  -- Hash of the provider's fingerprint of the card. Nobody is rewarded for an order with their own card.
  card_fingerprint text,
  created_at timestamp with time zone default now() not null,
  -- When the payment became complete.
  settled_at timestamp with time zone,
  -- When the reconciler last asked the provider. The longest unasked payment is next.
  last_polled_at timestamp with time zone default now() not null,
  -- When the provider was asked for the stored state. An older response is ignored.
  provider_state_at timestamp with time zone,
  -- purchase: the order as placed. balance: the rest after a deposit.
  purpose text default 'purchase'::text not null,
  -- The ledger account of the gift card or credit that pays.
  account_id text,
  -- When the provider first had a card for it. The reconciler asks about these first.
  card_presented_at timestamp with time zone,
  -- How often an approved payment was captured. Part of the key of the call to the provider.
  captures smallint default 0 not null,
  -- Since then a capture may have charged the buyer. Until the provider says otherwise, the payment cannot be cancelled.
  capture_requested_at timestamp with time zone,
  -- The reusable card that the buyer chose for this attempt. Null: the buyer enters a card.
  reusable_card_id uuid,
  -- The purpose for which the provider saves the entered card. balance: also for charges while the buyer is away. next-course: for payments by the buyer only. Null: it is not saved.
  saves_card text,
  PRIMARY KEY (id),
  UNIQUE (order_id, attempt),
  UNIQUE (provider, provider_intent_id),
  FOREIGN KEY (account_id) REFERENCES ledger_account(id) ON DELETE RESTRICT,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  FOREIGN KEY (reusable_card_id) REFERENCES reusable_card(order_id) ON DELETE SET NULL,
  CHECK (amount_minor >= 0),
  CHECK (attempt > 0),
  CHECK (capture_requested_at IS NULL OR method = 'paypal'::text AND captures > 0),
  CHECK (captures >= 0),
  CHECK (card_last4 ~ '^[0-9]{4}$'::text),
  CHECK (refunded_minor >= 0 AND refunded_minor <= amount_minor),
  CHECK ((amount_minor = 0) = (method = 'none'::text)),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (method = ANY (ARRAY['card'::text, 'paypal'::text, 'gift-card'::text, 'credit'::text, 'none'::text])),
  CHECK (method <> 'none'::text OR provider = 'none'::text AND provider_intent_id IS NULL AND state = 'complete'::text),
  CHECK (provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'sandbox-paypal'::text, 'paypal'::text, 'none'::text])),
  CHECK ((method = 'paypal'::text) = (provider = ANY (ARRAY['sandbox-paypal'::text, 'paypal'::text]))),
  CHECK (purpose = ANY (ARRAY['purchase'::text, 'balance'::text])),
  CHECK (saves_card = ANY (ARRAY['balance'::text, 'next-course'::text])),
  CHECK (state = ANY (ARRAY['pending'::text, 'declined'::text, 'complete'::text, 'cancelled'::text, 'refund-pending'::text, 'returned'::text])),
  CHECK ((method = ANY (ARRAY['gift-card'::text, 'credit'::text])) = (account_id IS NOT NULL) AND (account_id IS NULL OR provider = 'none'::text))
);
CREATE INDEX payment_fingerprint ON public.payment USING btree (card_fingerprint) WHERE (card_fingerprint IS NOT NULL);
CREATE INDEX payment_presented ON public.payment USING btree (last_polled_at) WHERE ((state = ANY (ARRAY['pending'::text, 'declined'::text, 'refund-pending'::text])) AND (provider <> 'none'::text) AND (card_presented_at IS NOT NULL));
CREATE INDEX payment_reusable_card ON public.payment USING btree (reusable_card_id) WHERE (reusable_card_id IS NOT NULL);
CREATE INDEX payment_unsettled ON public.payment USING btree (last_polled_at) WHERE ((state = ANY (ARRAY['pending'::text, 'declined'::text, 'refund-pending'::text])) AND (provider <> 'none'::text));
CREATE UNIQUE INDEX payment_one_complete ON public.payment USING btree (order_id, purpose, (
CASE method
    WHEN 'paypal'::text THEN 'card'::text
    ELSE method
END)) WHERE (state = 'complete'::text);
CREATE UNIQUE INDEX payment_one_live ON public.payment USING btree (order_id) WHERE ((state = ANY (ARRAY['pending'::text, 'declined'::text])) AND (provider <> 'none'::text));
CREATE TRIGGER payment_reusable_card_insert BEFORE INSERT ON payment FOR EACH ROW WHEN (new.reusable_card_id IS NOT NULL) EXECUTE FUNCTION guard_reusable_card_use();
CREATE TRIGGER payment_reusable_card_update BEFORE UPDATE OF reusable_card_id ON payment FOR EACH ROW WHEN (new.reusable_card_id IS NOT NULL AND new.reusable_card_id IS DISTINCT FROM old.reusable_card_id) EXECUTE FUNCTION guard_reusable_card_use();
CREATE TRIGGER payment_transition BEFORE UPDATE OF state ON payment FOR EACH ROW EXECUTE FUNCTION guard_transition('payment');

-- Accounts, and buyers without an account. A password needs a proved address. A deleted person has no log-in and no name.
create table public.person (
  id uuid default uuidv7() not null,
  -- Lower case, as normalised by src/domain/contact.ts.
  email text not null,
  name text not null,
  phone_number text,
  -- ISO 3166-1 alpha-2.
  country_code text,
  -- IANA name, for times in mails and on pages.
  timezone_id text,
  roles text[] default '{learner}'::text[] not null,
  -- Null for a person who has never set a password.
  password_hash text,
  -- When the person proved that they read mail to this address.
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  -- When the person agreed to news. Null: no consent.
  marketing_consent_at timestamp with time zone,
  -- The campaign that led to the account, as the form sent it.
  attribution jsonb,
  deleted_at timestamp with time zone,
  -- Whether learners of the same cohort see the first name and initial.
  visible_to_cohort boolean default false not null,
  PRIMARY KEY (id),
  UNIQUE (email),
  CHECK (password_hash IS NULL OR email_verified_at IS NOT NULL),
  CHECK (deleted_at IS NULL OR password_hash IS NULL AND phone_number IS NULL AND attribution IS NULL AND roles = '{learner}'::text[] AND email ~~ 'deleted-%@deleted.invalid'::text),
  CHECK (country_code ~ '^[A-Z]{2}$'::text),
  CHECK (email = lower(email) AND email ~~ '%_@_%'::text),
  CHECK (roles <@ ARRAY['learner'::text, 'creator'::text, 'community-admin'::text] AND ('learner'::text = ANY (roles)))
);
CREATE INDEX person_without_password ON public.person USING btree (created_at) WHERE ((password_hash IS NULL) AND (deleted_at IS NULL));
CREATE TRIGGER site_role_sync AFTER INSERT OR UPDATE OF roles ON person FOR EACH ROW EXECUTE FUNCTION sync_site_role();

-- The right to fetch the files of one lesson, recording or preview for a while. The address of the files names it.
create table public.play_grant (
  id uuid default gen_random_uuid() not null,
  -- Everything that the lesson, recording or preview uses.
  asset_ids uuid[] not null,
  -- The lesson that is played. Null: the recording of a session.
  lesson_id uuid,
  -- Null: a preview, which everybody may play.
  person_id uuid,
  -- Null: a teacher or a preview.
  enrolment_id uuid,
  login_session_id uuid,
  created_at timestamp with time zone default now() not null,
  -- Moved on by each report of the player.
  alive_until timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (enrolment_id) REFERENCES enrolment(id) ON DELETE CASCADE,
  FOREIGN KEY (lesson_id) REFERENCES lesson(id) ON DELETE CASCADE,
  FOREIGN KEY (login_session_id) REFERENCES session(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (ends_at <= (created_at + '04:00:00'::interval)),
  CHECK (alive_until <= ends_at),
  CHECK ((person_id IS NULL) = (login_session_id IS NULL)),
  CHECK (enrolment_id IS NULL OR person_id IS NOT NULL)
);
CREATE INDEX play_grant_end ON public.play_grant USING btree (ends_at);
CREATE INDEX play_grant_enrolment ON public.play_grant USING btree (enrolment_id);
CREATE INDEX play_grant_lesson ON public.play_grant USING btree (lesson_id);
CREATE INDEX play_grant_person ON public.play_grant USING btree (person_id, alive_until);
CREATE INDEX play_grant_session ON public.play_grant USING btree (login_session_id);

-- Discounts that a buyer types. Counted uses never exceed the limit (docs/contract.md §5).
create table public.promo_code (
  code text not null,
  label text not null,
  percent_off integer,
  -- Minor units, taken off once for each order.
  amount_off_minor bigint,
  currency text not null,
  min_seats integer default 1 not null,
  scope text default 'all'::text not null,
  -- Course and cohort codes for the scope courses, offer codes for the scope offers.
  codes text[] default '{}'::text[] not null,
  starts_at timestamp with time zone,
  expires_at timestamp with time zone,
  -- Null: no limit.
  use_limit integer,
  -- Orders that are open or complete with this code.
  uses integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (code),
  CHECK (amount_off_minor > 0),
  CHECK (uses >= 0 AND (use_limit IS NULL OR uses <= use_limit)),
  CHECK (num_nonnulls(percent_off, amount_off_minor) = 1),
  CHECK ((scope = 'all'::text) = (codes = '{}'::text[])),
  CHECK (code = upper(code) AND code <> ''::text),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (min_seats >= 1 AND min_seats <= 10),
  CHECK (percent_off >= 1 AND percent_off <= 100),
  CHECK (scope = ANY (ARRAY['all'::text, 'courses'::text, 'offers'::text])),
  CHECK (use_limit > 0)
);

-- Webhook events, stored once by their id before anything is done about them.
create table public.provider_event (
  provider text not null,
  event_id text not null,
  -- The payment at the provider. Null for an event about something else, which is ignored.
  intent_id text,
  type text not null,
  received_at timestamp with time zone default now() not null,
  handled_at timestamp with time zone,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_event_age ON public.provider_event USING brin (received_at);
CREATE INDEX provider_event_intent ON public.provider_event USING btree (intent_id);
CREATE INDEX provider_event_waiting ON public.provider_event USING btree (received_at) WHERE (handled_at IS NULL);

-- A price that was shown and holds for 15 minutes: exactly this is charged.
create table public.quote (
  id uuid default gen_random_uuid() not null,
  cohort_code text not null,
  offer_code text not null,
  seats integer not null,
  currency text not null,
  -- Price of one seat, in minor units. So are the other amounts.
  unit_minor bigint not null,
  subtotal_minor bigint not null,
  total_minor bigint not null,
  tax_country text,
  tax_name text,
  -- Thousandths of a percent of the tax that the total includes. The tax columns are copied to the order.
  tax_rate integer,
  tax_minor bigint,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  discount_kind text,
  -- The code that the buyer typed, also where the group discount is better.
  promo_code text,
  -- The friend's code, also where another discount is better.
  referral_code text,
  -- Due at once when the buyer chooses the deposit. Null: no deposit is offered.
  deposit_minor bigint,
  balance_due_at timestamp with time zone,
  gift_card_id uuid,
  -- The amount that the gift card pays.
  gift_card_minor bigint default 0 not null,
  credit_person_id uuid,
  -- The amount that the credit of credit_person_id pays.
  credit_minor bigint default 0 not null,
  PRIMARY KEY (id),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code) ON DELETE CASCADE,
  FOREIGN KEY (credit_person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (gift_card_id) REFERENCES gift_card(id) ON DELETE CASCADE,
  FOREIGN KEY (offer_code) REFERENCES offer(offer_code) ON DELETE CASCADE,
  FOREIGN KEY (promo_code) REFERENCES promo_code(code) ON DELETE CASCADE,
  CHECK (subtotal_minor = (unit_minor * seats)),
  CHECK (total_minor >= 0 AND total_minor <= subtotal_minor),
  CHECK (deposit_minor > 0 AND deposit_minor < total_minor),
  CHECK ((deposit_minor IS NULL) = (balance_due_at IS NULL)),
  CHECK (discount_kind <> 'promo'::text OR promo_code IS NOT NULL),
  CHECK (discount_kind <> 'referral'::text OR referral_code IS NOT NULL),
  CHECK ((discount_kind IS NULL) = (total_minor = subtotal_minor)),
  CHECK (gift_card_id IS NOT NULL OR gift_card_minor = 0),
  CHECK (credit_person_id IS NOT NULL OR credit_minor = 0),
  CHECK ((gift_card_minor + credit_minor) <= total_minor),
  CHECK (credit_minor >= 0),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (discount_kind = ANY (ARRAY['group'::text, 'promo'::text, 'referral'::text])),
  CHECK (gift_card_minor >= 0),
  CHECK (seats >= 1 AND seats <= 10),
  CHECK (
CASE
    WHEN tax_rate IS NULL THEN tax_country IS NULL AND tax_name IS NULL AND tax_minor IS NULL
    ELSE total_minor > 0 AND tax_rate >= 1 AND tax_rate <= 100000 AND tax_country IS NOT NULL AND tax_name IS NOT NULL AND tax_minor IS NOT NULL AND tax_minor = included_tax(total_minor, tax_rate)
END),
  CHECK (unit_minor >= 0)
);
CREATE INDEX quote_credit_person ON public.quote USING btree (credit_person_id) WHERE (credit_person_id IS NOT NULL);
CREATE INDEX quote_expiry ON public.quote USING btree (expires_at);

-- Counters of the library rate-limiter-flexible, in its own format. All processes share them; restarts keep them.
create table public.rate_limit (
  -- The name of the limit and a hash of the client.
  key character varying(255) not null,
  -- How often the client has used the limit in the current window.
  points integer default 0 not null,
  -- End of the window, in milliseconds since 1970.
  expire bigint,
  PRIMARY KEY (key)
);

-- Receipts that an admin sent again, and why.
create table public.receipt_request (
  -- Part of the mail's dedupe key, so that each request sends one mail.
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  -- The admin.
  requested_by uuid not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  FOREIGN KEY (requested_by) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (reason <> ''::text)
);
CREATE INDEX receipt_request_order ON public.receipt_request USING btree (order_id);
CREATE INDEX receipt_request_person ON public.receipt_request USING btree (requested_by);

-- Codes for a person who has lost the authenticator app. Each works once.
create table public.recovery_code (
  person_id uuid not null,
  -- HMAC of the code. The code itself is not stored.
  hash bytea not null,
  used_at timestamp with time zone,
  PRIMARY KEY (person_id, hash),
  FOREIGN KEY (person_id) REFERENCES totp(person_id) ON DELETE CASCADE
);

-- A new customer and the person whose code brought them. The unique key gives at most one reward for a person, ever.
create table public.referral (
  id uuid default uuidv7() not null,
  referrer_id uuid not null,
  referred_person_id uuid not null,
  -- The friend's first order.
  order_id uuid not null,
  -- src/domain/orders/referral.ts has the state machine.
  state text default 'pending'::text not null,
  currency text not null,
  -- The value of the reward, in minor units. So are the other amounts.
  reward_minor bigint not null,
  -- The part of the reward that became credit. The rest paid debts of earlier referrals.
  credited_minor bigint default 0 not null,
  -- The credit that was taken back, as far as the balance allowed.
  taken_back_minor bigint default 0 not null,
  -- The rest that could not be taken back. It lowers later rewards.
  debt_minor bigint default 0 not null,
  -- When the reward is decided next: the end of the refund window, or a later check.
  due_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (order_id),
  UNIQUE (referred_person_id),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  FOREIGN KEY (referred_person_id) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (referrer_id) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (credited_minor >= 0 AND credited_minor <= reward_minor),
  CHECK (credited_minor = 0 OR (state = ANY (ARRAY['rewarded'::text, 'reversed'::text]))),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (debt_minor >= 0),
  CHECK ((state = 'pending'::text) = (decided_at IS NULL)),
  CHECK (referrer_id <> referred_person_id),
  CHECK (reward_minor > 0),
  CHECK (state = ANY (ARRAY['pending'::text, 'rewarded'::text, 'cancelled'::text, 'refused'::text, 'reversed'::text])),
  CHECK ((taken_back_minor + debt_minor) <= reward_minor AND ((taken_back_minor + debt_minor) = 0 OR state = 'reversed'::text)),
  CHECK (taken_back_minor >= 0)
);
CREATE INDEX referral_due ON public.referral USING btree (due_at) WHERE (state = 'pending'::text);
CREATE INDEX referral_referrer ON public.referral USING btree (referrer_id, id);
CREATE TRIGGER referral_transition BEFORE UPDATE OF state ON referral FOR EACH ROW EXECUTE FUNCTION guard_transition('referral');

-- The code of a person's referral link. Created when the person first asks for it.
create table public.referral_code (
  person_id uuid not null,
  code text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (person_id),
  UNIQUE (code),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (code ~ '^[2-9A-HJ-NP-Z]{8}$'::text)
);

-- Money sent back to one payment. A refund that the provider accepted may still fail days later.
create table public.refund (
  id uuid default gen_random_uuid() not null,
  payment_id uuid not null,
  -- Minor units of the payment's currency.
  amount_minor bigint not null,
  reason text not null,
  -- on-hold: it failed, and an admin decides whether it is sent again. void: a refund at the provider replaced it.
  state text default 'queued'::text not null,
  provider_refund_id text,
  created_at timestamp with time zone default now() not null,
  -- Null: a refund without a decision of ours, such as one that was made at the provider.
  request_id uuid,
  -- site: started here. provider: made at the provider, beyond what the site had started.
  origin text default 'site'::text not null,
  -- When the provider was last asked. It may still act on that request for some minutes.
  sent_at timestamp with time zone,
  -- The admin who sent it again.
  requested_by uuid,
  PRIMARY KEY (id),
  FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT,
  FOREIGN KEY (request_id) REFERENCES refund_request(id) ON DELETE RESTRICT,
  FOREIGN KEY (requested_by) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (amount_minor > 0),
  CHECK ((state = ANY (ARRAY['accepted'::text, 'failed'::text])) = (provider_refund_id IS NOT NULL)),
  CHECK (origin = ANY (ARRAY['site'::text, 'provider'::text])),
  CHECK (state = ANY (ARRAY['queued'::text, 'accepted'::text, 'failed'::text, 'on-hold'::text, 'void'::text]))
);
CREATE INDEX refund_on_hold ON public.refund USING btree (request_id) WHERE (state = 'on-hold'::text);
CREATE INDEX refund_payment ON public.refund USING btree (payment_id);
CREATE INDEX refund_queued ON public.refund USING btree (created_at) WHERE (state = 'queued'::text);
CREATE INDEX refund_requested_by ON public.refund USING btree (requested_by) WHERE (requested_by IS NOT NULL);
CREATE INDEX refund_unallocated ON public.refund USING btree (payment_id) WHERE ((state = 'on-hold'::text) OR ((origin = 'provider'::text) AND (state = 'accepted'::text) AND (request_id IS NULL)));
CREATE UNIQUE INDEX refund_provider_once ON public.refund USING btree (provider_refund_id, origin) WHERE (provider_refund_id IS NOT NULL);
CREATE TRIGGER refund_transition BEFORE UPDATE OF state ON refund FOR EACH ROW EXECUTE FUNCTION guard_transition('refund');
CREATE TRIGGER refund_within_payment AFTER INSERT ON refund FOR EACH ROW WHEN (new.state = 'queued'::text) EXECUTE FUNCTION refunds_within_payment();

-- A decision to refund: who, why, and for which lines. It may need a refund of several payments.
create table public.refund_request (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  -- provider: an admin assigned a refund that was made at the provider.
  cause text not null,
  requested_by uuid not null,
  reason text not null,
  -- Minor units of the order's currency. Zero if all of its refunds became void.
  amount_minor bigint not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  FOREIGN KEY (requested_by) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (amount_minor >= 0),
  CHECK (cause = ANY (ARRAY['admin'::text, 'enrolment-cancelled'::text, 'cohort-cancelled'::text, 'provider'::text])),
  CHECK (reason <> ''::text)
);
CREATE INDEX refund_request_order ON public.refund_request USING btree (order_id);
CREATE INDEX refund_request_person ON public.refund_request USING btree (requested_by) WHERE (requested_by IS NOT NULL);

-- The lines that a refund is for.
create table public.refund_request_line (
  request_id uuid not null,
  line_id uuid not null,
  amount_minor bigint not null,
  PRIMARY KEY (request_id, line_id),
  FOREIGN KEY (line_id) REFERENCES order_line(id) ON DELETE RESTRICT,
  FOREIGN KEY (request_id) REFERENCES refund_request(id) ON DELETE RESTRICT,
  CHECK (amount_minor > 0)
);
CREATE INDEX refund_request_line_line ON public.refund_request_line USING btree (line_id);

-- The refund terms that course pages show: one text for all courses of a delivery type.
create table public.refund_terms (
  delivery_type text not null,
  terms jsonb not null,
  PRIMARY KEY (delivery_type),
  CHECK (delivery_type = ANY (ARRAY['live'::text, 'on-demand'::text]))
);
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON refund_terms FOR EACH ROW EXECUTE FUNCTION notify_page_change();

-- Encoded forms of an asset. Inserted by the transaction that ends their step.
create table public.rendition (
  asset_id uuid not null,
  -- The folder of its files in addresses: video-360, video-540, video-720, video-1080, audio, poster, image or storyboard.
  name text not null,
  -- The folder in the blob store that holds its files: derived/{asset_id}/{step}-{attempt}.
  folder text not null,
  codec text,
  width integer,
  height integer,
  -- Bits a second at most.
  bitrate integer,
  frames_per_second real,
  bytes bigint not null,
  duration_ms integer,
  -- HLS: the duration in milliseconds and the bytes of each segment.
  segments jsonb,
  PRIMARY KEY (asset_id, name),
  FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE RESTRICT,
  CHECK (bitrate > 0),
  CHECK (bytes > 0),
  CHECK (duration_ms > 0),
  CHECK (frames_per_second > 0::double precision),
  CHECK (height > 0),
  CHECK (width > 0)
);

-- The buyer's consent to keep the card of an order for the next course. Only the buyer pays with it.
create table public.reusable_card (
  -- The order at which the buyer agreed. It names the card in requests.
  order_id uuid not null,
  -- The text that the buyer agreed to.
  consent_text text not null,
  -- The version of the text.
  consent_version integer not null,
  agreed_at timestamp with time zone not null,
  -- The provider that keeps the card. Null until the order was paid by a card.
  provider text,
  provider_customer_id text,
  -- The card at the provider. A mandate may have the same one.
  provider_method_id text,
  card_brand text,
  card_last4 text,
  expires_month smallint,
  -- The card is valid to the end of expires_month of this year.
  expires_year smallint,
  ended_at timestamp with time zone,
  -- removed: by the buyer, or with the account. replaced: the buyer keeps the card of a later order. lost: the provider does not have the card any more. disputed: a payment with the card was disputed.
  ended_because text,
  -- When the provider deleted the card.
  detached_at timestamp with time zone,
  PRIMARY KEY (order_id),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CHECK ((provider IS NULL) = (provider_method_id IS NULL) AND (provider IS NULL) = (provider_customer_id IS NULL) AND (provider IS NULL) = (card_brand IS NULL) AND (provider IS NULL) = (card_last4 IS NULL) AND (provider IS NULL) = (expires_month IS NULL) AND (provider IS NULL) = (expires_year IS NULL)),
  CHECK (card_last4 ~ '^[0-9]{4}$'::text),
  CHECK (consent_text <> ''::text),
  CHECK (consent_version > 0),
  CHECK (detached_at IS NULL OR ended_at IS NOT NULL AND provider IS NOT NULL),
  CHECK ((ended_at IS NULL) = (ended_because IS NULL)),
  CHECK (ended_because = ANY (ARRAY['removed'::text, 'replaced'::text, 'lost'::text, 'disputed'::text])),
  CHECK (expires_month >= 1 AND expires_month <= 12),
  CHECK (expires_year >= 2000 AND expires_year <= 2199),
  CHECK (provider = ANY (ARRAY['sandbox'::text, 'stripe'::text]))
);
CREATE INDEX reusable_card_detach ON public.reusable_card USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND (provider IS NOT NULL) AND (detached_at IS NULL));
CREATE INDEX reusable_card_live ON public.reusable_card USING btree (provider_method_id) WHERE ((ended_at IS NULL) AND (provider IS NOT NULL));
CREATE TRIGGER reusable_card_guard BEFORE UPDATE ON reusable_card FOR EACH ROW EXECUTE FUNCTION guard_reusable_card();

-- A checkout that a person agreed to save. An order of the course by the same address or person deletes it.
create table public.saved_checkout (
  id uuid default uuidv7() not null,
  -- Hash of the token that the saving browser has. The token itself is not stored.
  token_hash bytea not null,
  -- Hash of the token in the e-mailed link.
  mail_token_hash bytea,
  course_code text not null,
  cohort_code text not null,
  offer_code text not null,
  -- The person who was logged in. Null: a guest.
  person_id uuid,
  email text not null,
  name text not null,
  phone_number text,
  timezone_id text not null,
  seats integer not null,
  -- Names and addresses of the friends to invite.
  friends jsonb default '[]'::jsonb not null,
  payment_type text not null,
  created_at timestamp with time zone default now() not null,
  saved_at timestamp with time zone default now() not null,
  -- When the e-mail was written, or a rule forbade it. It is decided once.
  decided_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (mail_token_hash),
  UNIQUE (token_hash),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code) ON DELETE CASCADE,
  FOREIGN KEY (course_code) REFERENCES course(course_code) ON DELETE CASCADE,
  FOREIGN KEY (offer_code) REFERENCES offer(offer_code) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (email = lower(email)),
  CHECK (payment_type = ANY (ARRAY['full'::text, 'deposit'::text])),
  CHECK (seats >= 1 AND seats <= 10)
);
CREATE INDEX saved_checkout_age ON public.saved_checkout USING btree (saved_at);
CREATE INDEX saved_checkout_cohort ON public.saved_checkout USING btree (cohort_code);
CREATE INDEX saved_checkout_course ON public.saved_checkout USING btree (course_code);
CREATE INDEX saved_checkout_email ON public.saved_checkout USING btree (email, course_code);
CREATE INDEX saved_checkout_offer ON public.saved_checkout USING btree (offer_code);
CREATE INDEX saved_checkout_person ON public.saved_checkout USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX saved_checkout_undecided ON public.saved_checkout USING btree (saved_at) WHERE (decided_at IS NULL);

-- One round of e-mails about changed dates. It has all changes that waited at its start.
create table public.schedule_announcement (
  id uuid default uuidv7() not null,
  created_at timestamp with time zone default now() not null,
  -- When the last e-mail of the round was written.
  completed_at timestamp with time zone,
  PRIMARY KEY (id)
);
CREATE INDEX schedule_announcement_open ON public.schedule_announcement USING btree (created_at) WHERE (completed_at IS NULL);

-- A session that was moved, cancelled or added while its cohort had seats taken. Written by a trigger.
create table public.schedule_change (
  id bigint generated always as identity not null,
  -- Not a foreign key: the session may be deleted.
  session_id uuid not null,
  cohort_code text not null,
  lesson_id uuid not null,
  title text not null,
  timezone_id text not null,
  -- Null: the session is new.
  old_starts_at timestamp with time zone,
  old_ends_at timestamp with time zone,
  -- Null: the session is cancelled.
  new_starts_at timestamp with time zone,
  new_ends_at timestamp with time zone,
  changed_at timestamp with time zone default clock_timestamp() not null,
  -- Null: the change waits for its round.
  announcement_id uuid,
  PRIMARY KEY (id),
  FOREIGN KEY (announcement_id) REFERENCES schedule_announcement(id) ON DELETE CASCADE,
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code) ON DELETE CASCADE
);
CREATE INDEX schedule_change_announcement ON public.schedule_change USING btree (announcement_id) WHERE (announcement_id IS NOT NULL);
CREATE INDEX schedule_change_cohort ON public.schedule_change USING btree (cohort_code);
CREATE INDEX schedule_change_waiting ON public.schedule_change USING btree (changed_at) WHERE (announcement_id IS NULL);

-- Seats reserved during a payment: at most 30 minutes, replaced orders included.
create table public.seat_hold (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  cohort_code text not null,
  seats integer not null,
  state text default 'live'::text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  -- Keyed hash of the buyer's network address, for the limits on holds. Deleted a day after an unpaid end.
  ip_hash bytea,
  -- Keyed hash of the buyer's client. Deleted a day after an unpaid end.
  client_hash bytea,
  -- When the first hold began, where this order replaced others.
  started_at timestamp with time zone default now() not null,
  -- When the provider had a card for it that was not declined. Such a hold counts against no limit.
  presented_at timestamp with time zone,
  -- When the hold ended unpaid. It counts against the client's limits for another hour.
  ended_unpaid_at timestamp with time zone,
  -- The offer whose seats the hold uses. Such a hold takes no seats of its own, and its end returns none.
  waitlist_offer_id uuid,
  PRIMARY KEY (id),
  UNIQUE (order_id),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  FOREIGN KEY (waitlist_offer_id) REFERENCES waitlist_offer(id) ON DELETE SET NULL,
  CHECK (expires_at <= (created_at + '00:30:00'::interval)),
  CHECK (seats > 0),
  CHECK (state = ANY (ARRAY['live'::text, 'taken'::text, 'released'::text])),
  CHECK (expires_at <= (started_at + '00:30:00'::interval))
);
CREATE INDEX seat_hold_cohort ON public.seat_hold USING btree (cohort_code) WHERE (state = 'live'::text);
CREATE INDEX seat_hold_ended ON public.seat_hold USING btree (cohort_code, ended_unpaid_at) WHERE (ended_unpaid_at IS NOT NULL);
CREATE INDEX seat_hold_live ON public.seat_hold USING btree (expires_at) WHERE (state = 'live'::text);
CREATE INDEX seat_hold_offers ON public.seat_hold USING btree (waitlist_offer_id) WHERE (waitlist_offer_id IS NOT NULL);
CREATE UNIQUE INDEX seat_hold_offer ON public.seat_hold USING btree (waitlist_offer_id) WHERE ((state = 'live'::text) AND (waitlist_offer_id IS NOT NULL));
CREATE TRIGGER seat_hold_cohort_runs BEFORE INSERT OR UPDATE OF state ON seat_hold FOR EACH ROW WHEN (new.state = 'live'::text) EXECUTE FUNCTION refuse_seat_in_cancelled_cohort();
CREATE TRIGGER seat_hold_transition BEFORE UPDATE OF state ON seat_hold FOR EACH ROW EXECUTE FUNCTION guard_transition('seat_hold');

-- One log-in on one device. A refresh token is id.counter.HMAC, so no secret is stored.
create table public.session (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  -- The audience of its access tokens: a learner's and an admin's session are separate.
  audience text not null,
  -- Number of the current refresh token. An older one than its predecessor ends the session as reuse.
  counter integer default 1 not null,
  -- When the refresh token was last replaced, which is the last use of the session.
  rotated_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_because text,
  -- A name that the person recognises, such as "Firefox on Linux".
  device text not null,
  -- A refresh also needs the cookie of this log-in, so that a copied token is useless.
  is_bound boolean default false not null,
  -- When the person last confirmed who they are, by log-in or step-up. Null after a social log-in.
  stepped_up_at timestamp with time zone,
  -- Keyed hash of the e-mailed code for a step-up without a password. Null: there is none, it was used, or wrong codes ended it.
  step_up_code_mac bytea,
  -- When the code was sent. It works for ten minutes.
  step_up_code_at timestamp with time zone,
  wrong_step_up_codes smallint default 0 not null,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (audience = ANY (ARRAY['learner'::text, 'admin'::text])),
  CHECK ((ended_at IS NULL) = (ended_because IS NULL)),
  CHECK (counter > 0),
  CHECK (ended_because = ANY (ARRAY['log-out'::text, 'reuse'::text, 'password-reset'::text, 'password-change'::text, 'logged-out-elsewhere'::text, 'account-deleted'::text])),
  CHECK (step_up_code_mac IS NULL OR step_up_code_at IS NOT NULL),
  CHECK (wrong_step_up_codes >= 0 AND wrong_step_up_codes <= 5)
);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_of_person ON public.session USING btree (person_id, device);
CREATE INDEX session_person ON public.session USING btree (person_id) WHERE (ended_at IS NULL);

-- Sign-ups whose address is not proved yet. One address may have several; the confirmed one becomes the account.
create table public.sign_up (
  id uuid default gen_random_uuid() not null,
  email text not null,
  name text not null,
  phone_number text,
  country_code text,
  timezone_id text,
  password_hash text not null,
  attribution jsonb,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '24:00:00'::interval) not null,
  -- How often its mail was requested. Only the newest link and code work.
  mails_requested integer default 0 not null,
  -- Hash of the token in the mailed link. Null until the mail is written.
  token_hash bytea,
  -- HMAC of the mailed six-digit code.
  code_mac bytea,
  mailed_at timestamp with time zone,
  used_at timestamp with time zone,
  -- Wrong guesses at the code. The fifth voids the code; the link still works.
  wrong_codes smallint default 0 not null,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  CHECK (country_code ~ '^[A-Z]{2}$'::text),
  CHECK (email = lower(email)),
  CHECK (wrong_codes >= 0 AND wrong_codes <= 5)
);
CREATE INDEX sign_up_expiry ON public.sign_up USING btree (expires_at);
CREATE INDEX sign_up_waiting ON public.sign_up USING btree (email, created_at DESC) WHERE (used_at IS NULL);

-- The people who run the site. The trigger sync_site_role on person writes it.
create table public.site_role (
  person_id uuid not null,
  role text not null,
  -- Null: the command line, or the migration.
  granted_by uuid,
  granted_at timestamp with time zone default now() not null,
  PRIMARY KEY (person_id),
  FOREIGN KEY (granted_by) REFERENCES person(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (role = ANY (ARRAY['owner'::text, 'community_admin'::text]))
);
CREATE INDEX site_role_granted_by ON public.site_role USING btree (granted_by) WHERE (granted_by IS NOT NULL);

-- Social log-ins in progress. get-token accepts a provider's token only for a flow of this table, and only once.
create table public.social_flow (
  -- Hash of the OAuth state parameter.
  state_hash bytea not null,
  provider text not null,
  nonce text not null,
  -- Hash of the provider's token. Null until the provider returned it; Facebook may return one twice.
  token_hash bytea,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (state_hash),
  CHECK (provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text]))
);
CREATE INDEX social_flow_expires ON public.social_flow USING btree (expires_at);
CREATE INDEX social_flow_token ON public.social_flow USING btree (token_hash);

-- Every state change of a row whose state is guarded. Written by guard_transition().
create table public.state_history (
  id bigint generated always as identity not null,
  machine text not null,
  -- The id of the order, payment, seat hold, enrolment, refund or dispute.
  subject_id uuid not null,
  from_state text not null,
  to_state text not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);
CREATE INDEX state_history_age ON public.state_history USING brin (at);
CREATE INDEX state_history_subject ON public.state_history USING btree (machine, subject_id);

-- A visitor's question and what follows. Each message from a page starts a new one, because its address is unproved.
create table public.support_conversation (
  id uuid default gen_random_uuid() not null,
  email text not null,
  name text,
  -- The path of the page with the message form. //host is refused: it is another site.
  page text not null,
  state text default 'open'::text not null,
  created_at timestamp with time zone default now() not null,
  -- Last message or change of state; the order of the inbox.
  changed_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  CHECK (email = lower(email)),
  CHECK (page ~ '^/([^/\\]|$)'::text),
  CHECK (state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text]))
);
CREATE INDEX support_conversation_age ON public.support_conversation USING btree (changed_at);
CREATE INDEX support_conversation_email ON public.support_conversation USING btree (email);
CREATE INDEX support_conversation_state ON public.support_conversation USING btree (state, changed_at DESC, id DESC);

-- Actions of admins on a conversation.
create table public.support_event (
  id bigint generated always as identity not null,
  conversation_id uuid not null,
  -- The admin.
  person_id uuid not null,
  what text not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (conversation_id) REFERENCES support_conversation(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK (what = ANY (ARRAY['read'::text, 'answered'::text, 'taken-back'::text, 'closed'::text, 'reopened'::text]))
);
CREATE INDEX support_event_conversation ON public.support_event USING btree (conversation_id, id);
CREATE INDEX support_event_person ON public.support_event USING btree (person_id);

-- Links in mailed answers, with which a visitor reads the conversation without an account.
create table public.support_link (
  -- Hash of the token in the link. The token itself is not stored.
  hash bytea not null,
  conversation_id uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (hash),
  FOREIGN KEY (conversation_id) REFERENCES support_conversation(id) ON DELETE CASCADE
);
CREATE INDEX support_link_conversation ON public.support_link USING btree (conversation_id);
CREATE INDEX support_link_expiry ON public.support_link USING btree (expires_at);

-- The messages of a conversation.
create table public.support_message (
  id uuid default gen_random_uuid() not null,
  "position" bigint generated always as identity not null,
  conversation_id uuid not null,
  -- The admin who answered. Null: the visitor.
  operator_id uuid,
  body text not null,
  created_at timestamp with time zone default now() not null,
  -- When the answer was sent. Until then the admin can take it back.
  mailed_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (conversation_id) REFERENCES support_conversation(id) ON DELETE CASCADE,
  FOREIGN KEY (operator_id) REFERENCES person(id),
  CHECK (char_length(body) >= 1 AND char_length(body) <= 5000),
  CHECK (mailed_at IS NULL OR operator_id IS NOT NULL)
);
CREATE INDEX support_message_conversation ON public.support_message USING btree (conversation_id, "position");
CREATE INDEX support_message_operator ON public.support_message USING btree (operator_id) WHERE (operator_id IS NOT NULL);

-- The second factor: an authenticator app (RFC 6238). It is on once a code was confirmed.
create table public.totp (
  person_id uuid not null,
  -- The shared secret, encrypted by src/platform/secrets.ts (AES-256-GCM).
  sealed_secret bytea not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  -- The 30-second step of the last accepted code. Codes of this or an earlier step are refused.
  last_step bigint,
  -- The only session that may confirm the app: it has shown who the person is. Null: none.
  session_id uuid,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
);

-- The allowed moves of every state machine. src/domain/orders is the source, and a test compares the two.
create table public.transition (
  -- order, payment, seat_hold, enrolment, refund or dispute.
  machine text not null,
  from_state text not null,
  to_state text not null,
  PRIMARY KEY (machine, from_state, to_state)
);

-- Uploads that are not complete.
create table public.upload (
  asset_id uuid not null,
  -- Bytes of the whole file.
  length bigint not null,
  received_bytes bigint default 0 not null,
  -- The hash that the browser stated. The file must match it.
  stated_sha256 bytea,
  expires_at timestamp with time zone not null,
  -- The call that receives bytes now. Another call gets 423 until leased_until.
  lease_id uuid,
  leased_until timestamp with time zone,
  PRIMARY KEY (asset_id),
  FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CHECK (received_bytes >= 0 AND received_bytes <= length),
  CHECK ((lease_id IS NULL) = (leased_until IS NULL)),
  CHECK (length > 0),
  CHECK (length(stated_sha256) = 32)
);
CREATE INDEX upload_expiry ON public.upload USING btree (expires_at);

-- The received parts of an upload. Each is a blob, and they become one when the upload is complete.
create table public.upload_part (
  asset_id uuid not null,
  -- The position of its first byte in the file.
  starts_at bigint not null,
  bytes bigint not null,
  -- The last part of its key in the blob store: derived/{asset_id}/upload-0/{name}.
  name text not null,
  PRIMARY KEY (asset_id, starts_at),
  FOREIGN KEY (asset_id) REFERENCES upload(asset_id) ON DELETE CASCADE,
  CHECK (bytes > 0),
  CHECK (name ~ '^[0-9a-z-]+$'::text),
  CHECK (starts_at >= 0)
);

-- People who wait for a seat in a full cohort.
create table public.waitlist_entry (
  -- Grows with time, so it is the order of the waitlist.
  id bigint generated always as identity not null,
  cohort_code text not null,
  email text not null,
  name text,
  phone_number text,
  -- How many seats the person needs.
  party_size integer not null,
  timezone_id text,
  -- The last touch: the newest campaign of the visitor.
  attribution jsonb default '{}'::jsonb not null,
  -- The first touch: the oldest campaign of the visitor's browser.
  first_touch jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  -- When the person opened the mailed link. Only confirmed entries get offers.
  confirmed_at timestamp with time zone,
  -- When seats were offered. An entry gets one offer.
  offered_at timestamp with time zone,
  -- When the person left the waitlist, or the offer ended. Null: still on the waitlist.
  left_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code),
  CHECK (offered_at IS NULL OR confirmed_at IS NOT NULL),
  CHECK (email = lower(email)),
  CHECK (party_size >= 1 AND party_size <= 6)
);
CREATE INDEX waitlist_entry_age ON public.waitlist_entry USING btree (created_at);
CREATE INDEX waitlist_entry_cohort ON public.waitlist_entry USING btree (cohort_code, id);
CREATE INDEX waitlist_entry_email ON public.waitlist_entry USING btree (email);
CREATE INDEX waitlist_entry_line ON public.waitlist_entry USING btree (cohort_code, id) WHERE ((confirmed_at IS NOT NULL) AND (offered_at IS NULL) AND (left_at IS NULL));
CREATE UNIQUE INDEX waitlist_entry_once ON public.waitlist_entry USING btree (cohort_code, email) WHERE (left_at IS NULL);
CREATE TRIGGER waitlist_entry_added AFTER INSERT ON waitlist_entry FOR EACH ROW WHEN (new.confirmed_at IS NOT NULL AND new.offered_at IS NULL AND new.left_at IS NULL) EXECUTE FUNCTION refresh_waiting_party();
CREATE TRIGGER waitlist_entry_changed AFTER UPDATE OF confirmed_at, offered_at, left_at, party_size ON waitlist_entry FOR EACH ROW WHEN (new.confirmed_at IS DISTINCT FROM old.confirmed_at OR new.party_size <> old.party_size OR old.confirmed_at IS NOT NULL AND old.offered_at IS NULL AND old.left_at IS NULL AND (new.offered_at IS NOT NULL OR new.left_at IS NOT NULL)) EXECUTE FUNCTION refresh_waiting_party();
CREATE TRIGGER waitlist_entry_deleted AFTER DELETE ON waitlist_entry FOR EACH ROW WHEN (old.confirmed_at IS NOT NULL AND old.offered_at IS NULL AND old.left_at IS NULL) EXECUTE FUNCTION refresh_waiting_party();
CREATE TRIGGER waitlist_entry_leaves BEFORE UPDATE OF left_at ON waitlist_entry FOR EACH ROW WHEN (old.left_at IS NULL AND new.left_at IS NOT NULL) EXECUTE FUNCTION refuse_to_leave_with_offer();

-- Mailed links to a waitlist entry. Each mail has its own.
create table public.waitlist_link (
  -- Hash of the token in the link. The token itself is not stored.
  hash bytea not null,
  entry_id bigint not null,
  PRIMARY KEY (hash),
  FOREIGN KEY (entry_id) REFERENCES waitlist_entry(id) ON DELETE CASCADE
);
CREATE INDEX waitlist_link_entry ON public.waitlist_link USING btree (entry_id);

-- Seats that are held for a person of a waitlist, for at most 24 hours (docs/contract.md §4).
create table public.waitlist_offer (
  id uuid default uuidv7() not null,
  entry_id bigint not null,
  cohort_code text not null,
  -- Counted in cohort.taken while the offer is open. A hold of the checkout then uses these seats.
  seats integer not null,
  -- src/domain/orders/waitlist-offer.ts has the state machine.
  state text default 'offered'::text not null,
  -- When the offer was made, by the clock of the program.
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (entry_id),
  FOREIGN KEY (cohort_code) REFERENCES cohort(cohort_code),
  FOREIGN KEY (entry_id) REFERENCES waitlist_entry(id) ON DELETE CASCADE,
  CHECK (expires_at <= (created_at + '24:00:00'::interval)),
  CHECK ((state = 'offered'::text) = (ended_at IS NULL)),
  CHECK (seats >= 1 AND seats <= 6),
  CHECK (state = ANY (ARRAY['offered'::text, 'claimed'::text, 'declined'::text, 'expired'::text, 'withdrawn'::text]))
);
CREATE INDEX waitlist_offer_open ON public.waitlist_offer USING btree (cohort_code, expires_at) WHERE (state = 'offered'::text);
CREATE TRIGGER waitlist_offer_cohort_runs BEFORE INSERT ON waitlist_offer FOR EACH ROW EXECUTE FUNCTION refuse_seat_in_cancelled_cohort();
CREATE TRIGGER waitlist_offer_ended AFTER UPDATE OF state ON waitlist_offer FOR EACH ROW WHEN (old.state = 'offered'::text AND new.state <> 'offered'::text) EXECUTE FUNCTION mark_offered_entry();
CREATE TRIGGER waitlist_offer_kept BEFORE DELETE ON waitlist_offer FOR EACH ROW WHEN (old.state = 'offered'::text) EXECUTE FUNCTION refuse_end_of_used_offer();
CREATE TRIGGER waitlist_offer_made AFTER INSERT ON waitlist_offer FOR EACH ROW EXECUTE FUNCTION mark_offered_entry();
CREATE TRIGGER waitlist_offer_not_used BEFORE UPDATE OF state ON waitlist_offer FOR EACH ROW WHEN (new.state <> old.state) EXECUTE FUNCTION refuse_end_of_used_offer();
CREATE TRIGGER waitlist_offer_transition BEFORE UPDATE OF state ON waitlist_offer FOR EACH ROW EXECUTE FUNCTION guard_transition('waitlist_offer');

-- The seconds of a file that a person has played, as the union of all reports.
create table public.watch (
  person_id uuid not null,
  lesson_id uuid not null,
  asset_id uuid not null,
  -- Whole seconds: each range with its start and without its end.
  ranges int4multirange default '{}'::int4multirange not null,
  -- The second at which the person stopped.
  position_seconds integer default 0 not null,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (person_id, lesson_id, asset_id),
  FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  FOREIGN KEY (lesson_id) REFERENCES lesson(id) ON DELETE RESTRICT,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (position_seconds >= 0),
  CHECK (ranges <@ int4multirange(int4range(0, 360001)))
);
CREATE INDEX watch_asset ON public.watch USING btree (asset_id);
CREATE INDEX watch_lesson ON public.watch USING btree (lesson_id);

-- Disputes of a payment. Its bank's page decides who wins.
create table sandbox.dispute (
  id text not null,
  intent_id text not null,
  status text not null,
  amount_minor bigint not null,
  reason text not null,
  answer_by timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (intent_id) REFERENCES sandbox.intent(id),
  CHECK (amount_minor > 0),
  CHECK (status = ANY (ARRAY['inquiry'::text, 'open'::text, 'closed'::text, 'won'::text, 'lost'::text]))
);
CREATE INDEX sandbox_dispute_intent ON sandbox.dispute USING btree (intent_id);

-- The money of a dispute.
create table sandbox.dispute_movement (
  id text not null,
  dispute_id text not null,
  -- Minor units. Negative: taken from the shop.
  amount_minor bigint not null,
  fee_minor bigint not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (dispute_id) REFERENCES sandbox.dispute(id)
);
CREATE INDEX sandbox_dispute_movement ON sandbox.dispute_movement USING btree (dispute_id);

-- Webhook events for the site.
create table sandbox.event (
  id text not null,
  intent_id text not null,
  type text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (intent_id) REFERENCES sandbox.intent(id)
);

-- Payments, named and shaped as Stripe's PaymentIntent.
create table sandbox.intent (
  id text not null,
  method text default 'card'::text not null,
  -- With it the browser sends a card.
  client_secret text,
  -- The site's key: a repeat of its call gets the same intent.
  idempotency_key text not null,
  status text not null,
  amount_minor bigint not null,
  refunded_minor bigint default 0 not null,
  currency text not null,
  -- The id of the payment on the site.
  reference text not null,
  failure_code text,
  card_brand text,
  card_last4 text,
  -- Hash of number, expiry and code, so that people with the same test card can have different cards.
  card_fingerprint text,
  card_exp_month smallint,
  card_exp_year smallint,
  -- When a card that answers late gets its outcome.
  settles_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  -- Names the bank's question in the address of its page. It is no secret of the payment.
  challenge text,
  -- The address to which the bank's page sends the buyer after the question.
  return_url text not null,
  cancel_url text,
  -- Names the payment in the address of the page on which the buyer approves it.
  approval text,
  -- The end of the capture, which the buyer chose on that page. Null until the payment is approved.
  on_capture text,
  -- The key of the last capture: a repeat of the call changes nothing.
  capture_key text,
  -- The customer whose card is saved, or charged. Null: no card is saved.
  customer_id text,
  -- The saved card.
  method_id text,
  PRIMARY KEY (id),
  UNIQUE (approval),
  UNIQUE (challenge),
  UNIQUE (client_secret),
  UNIQUE (idempotency_key),
  CHECK (amount_minor > 0),
  CHECK (refunded_minor >= 0 AND refunded_minor <= amount_minor),
  CHECK (method = 'card'::text OR client_secret IS NULL AND cancel_url IS NOT NULL AND approval IS NOT NULL),
  CHECK (method = 'paypal'::text OR client_secret IS NOT NULL AND approval IS NULL AND status <> 'approved'::text),
  CHECK (method = ANY (ARRAY['card'::text, 'paypal'::text])),
  CHECK (on_capture = ANY (ARRAY['succeeded'::text, 'declined'::text, 'late'::text, 'disputed'::text, 'inquired'::text])),
  CHECK (status = ANY (ARRAY['requires_payment_method'::text, 'requires_action'::text, 'approved'::text, 'processing'::text, 'succeeded'::text, 'canceled'::text]))
);
CREATE INDEX intent_open ON sandbox.intent USING btree (created_at) WHERE (status <> ALL (ARRAY['succeeded'::text, 'canceled'::text]));

-- Refunds of a payment.
create table sandbox.refund (
  id text not null,
  intent_id text not null,
  idempotency_key text not null,
  amount_minor bigint not null,
  status text default 'succeeded'::text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (idempotency_key),
  FOREIGN KEY (intent_id) REFERENCES sandbox.intent(id),
  CHECK (amount_minor > 0),
  CHECK (status = ANY (ARRAY['succeeded'::text, 'failed'::text]))
);
CREATE INDEX sandbox_refund_intent ON sandbox.refund USING btree (intent_id);

-- Cards that a buyer agreed to keep for a later charge.
create table sandbox.saved_card (
  id text not null,
  customer_id text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint,
  exp_year smallint,
  -- The answer to a charge without the buyer. It follows from the number of the test card.
  later text not null,
  detached_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK (later = ANY (ARRAY['succeeded'::text, 'card_declined'::text, 'authentication_required'::text]))
);

CREATE OR REPLACE FUNCTION public.cohort_must_match_cancellation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  code text := coalesce(new.cohort_code, old.cohort_code);
  cohort_state text;
begin
  select state into cohort_state from cohort where cohort_code = code;
  if found and (cohort_state = 'cancelled') <> exists (select from cohort_cancellation where cohort_code = code) then
    raise exception 'cohort % is %, which does not match its row in cohort_cancellation', code, cohort_state
      using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_enrolment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  added integer := (tg_op <> 'DELETE' and new.state = 'active')::int - (tg_op <> 'INSERT' and old.state = 'active')::int;
begin
  if added <> 0 then
    update cohort set enrolled = enrolled + added where cohort_code = coalesce(new.cohort_code, old.cohort_code);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.course_outline(code text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.delete_saved_checkouts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from saved_checkout s using cohort c
    where c.cohort_code = new.cohort_code and s.course_code = c.course_code
      and (s.email = new.email or s.person_id = new.person_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.dispute_must_freeze()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from dispute d join payment p on p.id = d.payment_id join enrolment e on e.order_id = p.order_id
    where d.id = new.id and p.state = 'complete' and e.state <> 'cancelled' and (d.state = 'lost' or d.state = 'open' and e.frozen_at is null)) then
    raise exception 'dispute % leaves access open', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_search_text(input text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(regexp_replace(replace(replace(replace(translate(lower((NORMALIZE(regexp_replace(NORMALIZE(input, NFKD), '[\u0300-\u036f\u3099\u309a]'::text, ''::text, 'g'::text), NFC) COLLATE pg_c_utf8)), 'øłđħıŧς'::text, 'oldhitσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+'::text, ' '::text, 'g'::text), '([\u0e00-\u0eff\u3041-\u30ff\u3400-\u9fff])'::text, ' \1 '::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION public.forget_invoice_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'orders' then
    delete from invoice_file where order_id = new.id;
  else
    delete from invoice_file where order_id = new.order_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_audit_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '730 days' then return old; end if;
  raise exception 'audit_event is append-only: a row can be deleted after 730 days, and never be changed' using errcode = 'check_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_card_mandate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.ended_at is not null and (new.ended_at is distinct from old.ended_at or new.attempts <> old.attempts
      or new.provider_method_id is distinct from old.provider_method_id) then
    raise exception 'the card mandate of order % has ended', old.order_id using errcode = 'check_violation';
  end if;
  if new.attempts < old.attempts or new.attempts > old.attempts + 1 then
    raise exception 'the attempts of order % are counted one by one', old.order_id using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_document_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.number <> (select last_number from document_series where series = tg_argv[0]) then
    raise exception '% % is not the next number', tg_argv[0], new.number using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_document_series()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or new.series <> old.series or new.last_number <> old.last_number + 1 then
    raise exception 'the series % has no gaps', old.series using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_reusable_card()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.ended_at is not null and (new.ended_at is distinct from old.ended_at
      or new.provider_method_id is distinct from old.provider_method_id) then
    raise exception 'the reusable card of order % has ended', old.order_id using errcode = 'check_violation';
  end if;
  if old.provider is not null and new.provider_method_id is distinct from old.provider_method_id then
    raise exception 'the reusable card of order % is another one', old.order_id using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_reusable_card_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from reusable_card k join orders o on o.id = k.order_id join orders bought on bought.id = new.order_id
      where k.order_id = new.reusable_card_id and k.ended_at is null and k.provider = new.provider
        and o.person_id = bought.person_id) then
    raise exception 'payment % may not use this reusable card', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state = old.state then return new; end if;
  if not exists (select from transition where machine = tg_argv[0] and from_state = old.state and to_state = new.state) then
    raise exception '% cannot go from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
  end if;
  insert into state_history (machine, subject_id, from_state, to_state) values (tg_argv[0], new.id, old.state, new.state);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.included_tax(amount_minor bigint, rate integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (div((((((2)::numeric * (amount_minor)::numeric) * (rate)::numeric) + (100000)::numeric) + (rate)::numeric), ((2)::numeric * ((100000 + rate))::numeric)))::bigint
;

CREATE OR REPLACE FUNCTION public.issue_credit_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare next_number bigint; total bigint; waived bigint; code text; rest bigint; rate integer;
begin
  select i.currency, o.tax_rate, i.amount_minor - coalesce((select sum(n.amount_minor) from credit_note n where n.order_id = i.order_id), 0)
    into code, rate, rest from invoice i join orders o on o.id = i.order_id where i.order_id = new.order_id;
  if not found then return null; end if;
  select coalesce(sum(refunded_minor + waived_minor), 0) - coalesce((select sum(amount_minor) from credit_note where order_id = new.order_id), 0),
      coalesce(sum(waived_minor), 0) - coalesce((select sum(waived_minor) from credit_note where order_id = new.order_id), 0)
    into total, waived from order_line where order_id = new.order_id;
  if total = 0 then return null; end if;
  update document_series set last_number = last_number + 1 where series = 'credit-note' returning last_number into next_number;
  insert into credit_note (number, order_id, request_id, amount_minor, waived_minor, tax_minor, currency) values (next_number, new.order_id,
    (select id from refund_request where order_id = new.order_id and created_at = now() and total > 0 order by id limit 1), total, waived,
    included_tax(rest, rate) - included_tax(rest - total, rate), code);
  insert into credit_note_line (credit_note_number, line_id, amount_minor)
    select next_number, line.id, line.refunded_minor + line.waived_minor - coalesce(earlier.minor, 0)
    from order_line line left join lateral (
      select sum(amount_minor) as minor from credit_note_line where line_id = line.id) earlier on true
    where line.order_id = new.order_id and line.refunded_minor + line.waived_minor <> coalesce(earlier.minor, 0);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.issue_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare next_number bigint;
begin
  if exists (select from invoice where order_id = new.id) then return null; end if;
  update document_series set last_number = last_number + 1 where series = 'invoice' returning last_number into next_number;
  insert into invoice (number, order_id, amount_minor, currency) values (next_number, new.id, new.total_minor, new.currency);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_keep_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update ledger_account set balance = balance + new.amount where id = new.account_id and balance is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_must_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare unbalanced record;
begin
  select a.currency, sum(e.amount) as total into unbalanced
    from ledger_entry e join ledger_account a on a.id = e.account_id
    where e.transaction_id = new.transaction_id
    group by a.currency having sum(e.amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % is off by % %', new.transaction_id, unbalanced.total, unbalanced.currency using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_offered_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update waitlist_entry set offered_at = new.created_at where id = new.entry_id and left_at is null;
    if not found then
      raise exception 'waitlist entry % has left', new.entry_id using errcode = 'check_violation';
    end if;
  else
    update waitlist_entry set left_at = new.ended_at where id = new.entry_id and left_at is null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_cohort_news()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state = 'open' and (tg_op = 'INSERT' or old.state <> 'open') then new.opened_at := now(); end if;
  if new.starts_at is not null and (tg_op = 'INSERT' or old.starts_at is null) then new.dated_at := now(); end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_schedule_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was boolean := tg_op <> 'INSERT' and old.cancelled_at is null;
  remains boolean := tg_op <> 'DELETE' and new.cancelled_at is null;
begin
  if was or remains then
    insert into schedule_change (session_id, cohort_code, lesson_id, title, timezone_id, old_starts_at, old_ends_at, new_starts_at, new_ends_at)
      select coalesce(new.id, old.id), cohort_code, coalesce(new.lesson_id, old.lesson_id), coalesce(new.title, old.title),
        coalesce(new.timezone_id, old.timezone_id), case when was then old.starts_at end, case when was then old.ends_at end,
        case when remains then new.starts_at end, case when remains then new.ends_at end
      from cohort where cohort_code = coalesce(new.cohort_code, old.cohort_code) and taken > 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_page_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  old_row jsonb := to_jsonb(old);
  new_row jsonb := to_jsonb(new);
  changed_row jsonb := coalesce(new_row, old_row);
  code text := changed_row ->> 'course_code';
begin
  if old_row = new_row then return null; end if;
  -- Pages may show an older number of learners. They show that of free seats only when it is ten or less.
  if tg_table_name = 'cohort' and old_row - '{taken,enrolled}'::text[] = new_row - '{taken,enrolled}'::text[] and (
    new_row ->> 'capacity' is null or new_row -> 'taken' = old_row -> 'taken' or (new_row ->> 'capacity')::int - greatest((new_row ->> 'taken')::int, (old_row ->> 'taken')::int) > 10) then
    return null;
  end if;
  if code is null and changed_row ? 'cohort_code' then
    select course_code into code from cohort where cohort_code = changed_row ->> 'cohort_code';
  end if;
  perform pg_notify('page_change', coalesce(code, '*'));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_released_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('seat_released', new.cohort_code);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.number_must_be_used()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not (new.series = 'invoice' and exists (select from invoice where number = new.last_number)
    or new.series = 'credit-note' and exists (select from credit_note where number = new.last_number)) then
    raise exception 'the number % of the series % has no document', new.last_number, new.series using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.on_hold_minor_of_line(line uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(round(l.amount_minor * s.minor / q.amount_minor)), 0)::bigint
  from refund_request_line l join refund_request q on q.id = l.request_id and q.amount_minor > 0
  cross join lateral (select sum(amount_minor) as minor from refund where request_id = q.id and state = 'on-hold') s
  where l.line_id = line and s.minor > 0
$function$
;

CREATE OR REPLACE FUNCTION public.order_must_be_seated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from enrolment where order_id = new.id) < new.seats then
    raise exception 'order % is complete without its enrolments', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.prerequisites_must_be_earlier()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_course_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'creator' then
    perform write_course_search(array(select course_code from course_creator where creator_slug = new.slug));
  else
    perform write_course_search(array[coalesce(to_jsonb(new), to_jsonb(old)) ->> 'course_code']);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_waiting_party()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  code text := coalesce(to_jsonb(new), to_jsonb(old)) ->> 'cohort_code';
  smallest integer;
begin
  perform from cohort where cohort_code = code for no key update;
  select min(party_size) into smallest from waitlist_entry
    where cohort_code = code and confirmed_at is not null and offered_at is null and left_at is null;
  update cohort set waiting_party = smallest where cohort_code = code and waiting_party is distinct from smallest;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refunds_within_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare paid bigint;
begin
  select amount_minor into paid from payment where id = new.payment_id for update;
  if (select sum(amount_minor) from refund where payment_id = new.payment_id and state not in ('failed', 'void'))
    + (select coalesce(sum(amount_minor), 0) from dispute where payment_id = new.payment_id and state = 'lost') > paid then
    raise exception 'payment % would be refunded above its amount', new.payment_id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_end_of_used_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'offer % still holds seats', old.id using errcode = 'check_violation';
  elsif exists (select from seat_hold where waitlist_offer_id = old.id and state = 'live') then
    raise exception 'the seats of offer % are being paid for', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_frozen_spending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.amount > 0 and exists (select from ledger_account where id = new.account_id and frozen_at is not null)
    and exists (select from ledger_transaction where id = new.transaction_id and kind = 'hold') then
    raise exception 'account % is frozen', new.account_id using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_reopening()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'cohort % was cancelled and stays cancelled', old.cohort_code using errcode = 'check_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_seat_in_cancelled_cohort()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from cohort where cohort_code = new.cohort_code and state = 'cancelled') then
    raise exception 'cohort % is cancelled: it has no seats to give', new.cohort_code using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_to_leave_with_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from waitlist_offer where entry_id = new.id and state = 'offered') then
    raise exception 'waitlist entry % still has an open offer', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_query(input text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT (string_agg(((''''::text || "left"(word.word, 80)) || ''':*'::text), ' & '::text))::tsquery AS string_agg FROM regexp_split_to_table(fold_search_text(search_query.input), ' +'::text) word(word) WHERE (word.word <> ''::text))
;

CREATE OR REPLACE FUNCTION public.search_query_any(input text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT (string_agg(((''''::text || "left"(word.word, 3)) || ''':*'::text), ' | '::text))::tsquery AS string_agg FROM regexp_split_to_table(fold_search_text(search_query_any.input), ' +'::text) word(word) WHERE (word.word <> ''::text))
;

CREATE OR REPLACE FUNCTION public.search_vector(input text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_tsvector(ARRAY(SELECT "left"(word.word, 80) AS "left" FROM regexp_split_to_table(fold_search_text(search_vector.input), ' +'::text) word(word) WHERE (word.word <> ''::text)))
;

CREATE OR REPLACE FUNCTION public.sync_creator_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed uuid := coalesce(new.person_id, old.person_id);
begin
  update person
    set roles = case when exists (select from course_role where person_id = changed)
      then array_append(array_remove(roles, 'creator'), 'creator') else array_remove(roles, 'creator') end
    where id = changed and deleted_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.sync_site_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if 'community-admin' = any (new.roles) then
    perform pg_advisory_xact_lock(hashtext('site owner'));
    insert into site_role (person_id, role)
      values (new.id, case when exists (select from site_role where role = 'owner') then 'community_admin' else 'owner' end)
      on conflict (person_id) do nothing;
  elsif tg_op = 'UPDATE' and 'community-admin' = any (old.roles) then
    delete from site_role where person_id = new.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.write_course_search(course_codes text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into course_search (course_code, words)
  select course_code, search_vector(concat_ws(' ', title, definition ->> 'sectionTitle',
    definition ->> 'subtitle', kind, case delivery_type when 'live' then 'live' else 'on demand' end,
    (select string_agg(name, ' ') from course_creator as t join creator on slug = creator_slug where t.course_code = course.course_code)))
  from course where course_code = any(course_codes)
  on conflict (course_code) do update set words = excluded.words where course_search.words <> excluded.words
$function$
;
