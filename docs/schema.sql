-- Generated from a freshly migrated database: change the migrations instead.

create table public.account_token (
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

create table public.audit_event (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  object_kind text not null,
  object_id text,
  network_hash bytea,
  request_id text,
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

create table public.checkout_token (
  hash bytea not null,
  order_id uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (hash),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX checkout_token_expiry ON public.checkout_token USING btree (expires_at);
CREATE INDEX checkout_token_order ON public.checkout_token USING btree (order_id);

create table public.cohort (
  course_code text not null,
  prefix_code text not null,
  name text default ''::text not null,
  state text default 'announced'::text not null,
  capacity integer,
  taken integer default 0 not null,
  timezone_id text not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  enrol_closes_at timestamp with time zone,
  PRIMARY KEY (course_code),
  FOREIGN KEY (prefix_code) REFERENCES course(prefix_code),
  CHECK (capacity > 0),
  CHECK (capacity IS NULL OR taken <= capacity),
  CHECK ((starts_at IS NULL) = (ends_at IS NULL)),
  CHECK (ends_at > starts_at),
  CHECK (course_code ~ '^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$'::text),
  CHECK (state = ANY (ARRAY['announced'::text, 'open'::text, 'cancelled'::text])),
  CHECK (taken >= 0)
);
CREATE INDEX cohort_course ON public.cohort USING btree (prefix_code, starts_at);
CREATE INDEX cohort_start ON public.cohort USING btree (starts_at, course_code) WHERE (state <> 'cancelled'::text);
CREATE CONSTRAINT TRIGGER cohort_has_cancellation AFTER INSERT OR UPDATE OF state ON cohort DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cohort_must_match_cancellation();
CREATE TRIGGER cohort_stays_cancelled BEFORE UPDATE OF state ON cohort FOR EACH ROW WHEN (old.state = 'cancelled'::text AND new.state <> 'cancelled'::text) EXECUTE FUNCTION refuse_reopening();
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON cohort FOR EACH ROW EXECUTE FUNCTION tell_page_change();

create table public.cohort_cancellation (
  course_code text not null,
  cancelled_by uuid,
  reason text not null,
  cancelled_at timestamp with time zone default now() not null,
  PRIMARY KEY (course_code),
  FOREIGN KEY (cancelled_by) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (course_code) REFERENCES cohort(course_code) ON DELETE RESTRICT,
  CHECK (reason <> ''::text)
);
CREATE CONSTRAINT TRIGGER cancellation_has_cohort AFTER INSERT OR DELETE ON cohort_cancellation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cohort_must_match_cancellation();

create table public.cohort_cancellation_order (
  order_id uuid not null,
  course_code text not null,
  done_at timestamp with time zone,
  PRIMARY KEY (order_id),
  FOREIGN KEY (course_code) REFERENCES cohort_cancellation(course_code) ON DELETE RESTRICT,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX cohort_cancellation_order_waiting ON public.cohort_cancellation_order USING btree (course_code) WHERE (done_at IS NULL);

create table public.cohort_session (
  id uuid default gen_random_uuid() not null,
  course_code text not null,
  "position" integer not null,
  item_id text not null,
  title text not null,
  pro boolean default false not null,
  local_start timestamp without time zone not null,
  timezone_id text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (course_code, "position"),
  FOREIGN KEY (course_code) REFERENCES cohort(course_code) ON DELETE CASCADE,
  CHECK (ends_at > starts_at)
);
CREATE INDEX cohort_session_time ON public.cohort_session USING btree (course_code, starts_at);
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON cohort_session FOR EACH ROW EXECUTE FUNCTION tell_page_change();

create table public.course (
  prefix_code text not null,
  "position" integer not null,
  kind text not null,
  delivery_type text not null,
  title text not null,
  listed boolean default true not null,
  definition jsonb not null,
  withdrawn_at timestamp with time zone,
  PRIMARY KEY (prefix_code),
  CHECK (delivery_type = ANY (ARRAY['live'::text, 'on-demand'::text])),
  CHECK (kind = ANY (ARRAY['course'::text, 'workshop'::text, 'masterclass'::text])),
  CHECK (prefix_code ~ '^[A-Z0-9]{2,12}$'::text)
);
CREATE INDEX course_listed ON public.course USING btree ("position", prefix_code) INCLUDE (kind, delivery_type) WHERE (listed AND (withdrawn_at IS NULL));
CREATE TRIGGER course_words AFTER INSERT OR UPDATE OF title, kind, delivery_type, definition ON course FOR EACH ROW EXECUTE FUNCTION note_course_words();
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON course FOR EACH ROW EXECUTE FUNCTION tell_page_change();

create table public.course_creator (
  prefix_code text not null,
  creator_slug text not null,
  "position" integer not null,
  PRIMARY KEY (prefix_code, creator_slug),
  UNIQUE (prefix_code, "position"),
  FOREIGN KEY (creator_slug) REFERENCES creator(slug),
  FOREIGN KEY (prefix_code) REFERENCES course(prefix_code) ON DELETE CASCADE
);
CREATE INDEX course_creator_slug ON public.course_creator USING btree (creator_slug, prefix_code);
CREATE TRIGGER course_words AFTER INSERT OR DELETE OR UPDATE ON course_creator FOR EACH ROW EXECUTE FUNCTION note_course_words();
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON course_creator FOR EACH ROW EXECUTE FUNCTION tell_page_change();

create table public.course_page (
  path text not null,
  prefix_code text not null,
  "position" integer not null,
  PRIMARY KEY (path),
  UNIQUE (prefix_code, "position"),
  FOREIGN KEY (prefix_code) REFERENCES course(prefix_code) ON DELETE CASCADE,
  CHECK (path ~ '^(/[a-z0-9]+(-[a-z0-9]+)*){1,2}$'::text)
);
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON course_page FOR EACH ROW EXECUTE FUNCTION tell_page_change();

create table public.course_words (
  prefix_code text not null,
  words tsvector not null,
  PRIMARY KEY (prefix_code),
  FOREIGN KEY (prefix_code) REFERENCES course(prefix_code) ON DELETE CASCADE
);
CREATE INDEX course_words_found ON public.course_words USING gin (words);

create table public.creator (
  slug text not null,
  name text not null,
  initials text not null,
  quote text,
  biography text[] default '{}'::text[] not null,
  PRIMARY KEY (slug),
  CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)
);
CREATE TRIGGER course_words AFTER UPDATE OF name ON creator FOR EACH ROW EXECUTE FUNCTION note_course_words();
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON creator FOR EACH ROW EXECUTE FUNCTION tell_page_change();

create table public.deleted_order (
  order_id uuid not null,
  number bigint not null,
  course_code text not null,
  offer_code text not null,
  seats integer not null,
  currency text not null,
  total_minor bigint not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone default now() not null,
  PRIMARY KEY (order_id),
  UNIQUE (number),
  FOREIGN KEY (course_code) REFERENCES cohort(course_code),
  FOREIGN KEY (offer_code) REFERENCES offer(offer_code),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (seats >= 1 AND seats <= 10),
  CHECK (total_minor >= 0)
);

create table public.deleted_payment (
  provider text not null,
  provider_intent_id text not null,
  payment_id uuid not null,
  order_id uuid not null,
  attempt integer not null,
  amount_minor bigint not null,
  currency text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (provider, provider_intent_id),
  UNIQUE (payment_id),
  FOREIGN KEY (order_id) REFERENCES deleted_order(order_id) ON DELETE CASCADE,
  CHECK (amount_minor > 0),
  CHECK (attempt > 0),
  CHECK (currency ~ '^[A-Z]{3}$'::text)
);
CREATE INDEX deleted_payment_order ON public.deleted_payment USING btree (order_id);

create table public.dispute (
  id uuid default uuidv7() not null,
  payment_id uuid not null,
  provider_dispute_id text not null,
  state text not null,
  amount_minor bigint not null,
  currency text not null,
  reason text not null,
  answer_by timestamp with time zone,
  opened_at timestamp with time zone not null,
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
CREATE INDEX dispute_open ON public.dispute USING btree (answer_by) WHERE (state = ANY (ARRAY['inquiry'::text, 'open'::text]));
CREATE INDEX dispute_payment ON public.dispute USING btree (payment_id);
CREATE CONSTRAINT TRIGGER dispute_freezes AFTER INSERT OR UPDATE OF state ON dispute DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = ANY (ARRAY['open'::text, 'lost'::text])) EXECUTE FUNCTION dispute_must_freeze();
CREATE TRIGGER dispute_transition BEFORE UPDATE OF state ON dispute FOR EACH ROW EXECUTE FUNCTION guard_transition('dispute');

create table public.dispute_movement (
  id uuid default uuidv7() not null,
  dispute_id uuid not null,
  kind text not null,
  provider_movement_id text,
  amount_minor bigint not null,
  fee_minor bigint default 0 not null,
  fee_currency text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (provider_movement_id),
  FOREIGN KEY (dispute_id) REFERENCES dispute(id) ON DELETE RESTRICT,
  CHECK (amount_minor > 0),
  CHECK ((provider_movement_id IS NOT NULL) = (kind = ANY (ARRAY['withdrawn'::text, 'reinstated'::text]))),
  CHECK (fee_currency ~ '^[A-Z]{3}$'::text),
  CHECK (kind = ANY (ARRAY['withdrawn'::text, 'reinstated'::text, 'written-off'::text, 'recovered'::text]))
);
CREATE INDEX dispute_movement_dispute ON public.dispute_movement USING btree (dispute_id);
CREATE TRIGGER dispute_movement_fixed BEFORE DELETE OR UPDATE ON dispute_movement FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table public.enrolment (
  id uuid default uuidv7() not null,
  person_id uuid,
  course_code text not null,
  order_id uuid not null,
  state text default 'active'::text not null,
  created_at timestamp with time zone default now() not null,
  lapses_at timestamp with time zone,
  asked_from bytea,
  seat integer default 1 not null,
  cancelled_at timestamp with time zone,
  cancelled_by uuid,
  cancel_reason text,
  frozen_at timestamp with time zone,
  asked_by bytea,
  PRIMARY KEY (id),
  FOREIGN KEY (cancelled_by) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (course_code) REFERENCES cohort(course_code),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE RESTRICT,
  CHECK (state <> 'unconfirmed'::text OR lapses_at IS NOT NULL AND person_id IS NOT NULL),
  CHECK (seat >= 1 AND seat <= 10),
  CHECK (state = ANY (ARRAY['unconfirmed'::text, 'active'::text, 'cancelled'::text]))
);
CREATE INDEX enrolment_asked_from_age ON public.enrolment USING btree (created_at) WHERE (asked_from IS NOT NULL);
CREATE INDEX enrolment_order ON public.enrolment USING btree (order_id);
CREATE INDEX enrolment_person ON public.enrolment USING btree (person_id);
CREATE INDEX enrolment_unconfirmed_from ON public.enrolment USING btree (course_code, asked_from) WHERE (state = 'unconfirmed'::text);
CREATE INDEX enrolment_unconfirmed_lapse ON public.enrolment USING btree (lapses_at) WHERE (state = 'unconfirmed'::text);
CREATE UNIQUE INDEX enrolment_once ON public.enrolment USING btree (course_code, person_id) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX enrolment_seat ON public.enrolment USING btree (order_id, seat) WHERE (state <> 'cancelled'::text);
CREATE UNIQUE INDEX enrolment_unconfirmed_once ON public.enrolment USING btree (course_code, person_id, asked_by) WHERE (state = 'unconfirmed'::text);
CREATE TRIGGER enrolment_cohort_runs BEFORE INSERT OR UPDATE OF state ON enrolment FOR EACH ROW WHEN (new.state <> 'cancelled'::text) EXECUTE FUNCTION refuse_seat_in_cancelled_cohort();
CREATE TRIGGER enrolment_transition BEFORE UPDATE OF state ON enrolment FOR EACH ROW EXECUTE FUNCTION guard_transition('enrolment');

create table public.enrolment_link (
  hash bytea not null,
  enrolment_id uuid not null,
  PRIMARY KEY (hash),
  FOREIGN KEY (enrolment_id) REFERENCES enrolment(id) ON DELETE CASCADE
);
CREATE INDEX enrolment_link_enrolment ON public.enrolment_link USING btree (enrolment_id);

create table public.exchange_rate (
  currency text not null,
  per_usd numeric(18,6) not null,
  step_minor bigint not null,
  as_of date not null,
  PRIMARY KEY (currency),
  CHECK (currency ~ '^[A-Z]{3}$'::text AND currency <> 'USD'::text),
  CHECK (per_usd > 0::numeric),
  CHECK (step_minor > 0)
);
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON exchange_rate FOR EACH ROW EXECUTE FUNCTION tell_page_change();

create table public.general_enrolment (
  id uuid default gen_random_uuid() not null,
  outcome text not null,
  prefix_code text not null,
  course_code text,
  offer_code text,
  order_id uuid,
  email text not null,
  name text not null,
  phone_number text,
  timezone_id text,
  seats integer not null,
  friends jsonb default '[]'::jsonb not null,
  answers jsonb default '{}'::jsonb not null,
  marketing boolean default false not null,
  terms_accepted_at timestamp with time zone not null,
  attribution jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (course_code) REFERENCES cohort(course_code) ON DELETE CASCADE,
  FOREIGN KEY (offer_code) REFERENCES offer(offer_code) ON DELETE CASCADE,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  FOREIGN KEY (prefix_code) REFERENCES course(prefix_code) ON DELETE CASCADE,
  CHECK ((outcome = 'enrolled'::text) = (order_id IS NOT NULL)),
  CHECK ((outcome = 'checkout'::text) = (offer_code IS NOT NULL)),
  CHECK (email = lower(email)),
  CHECK (outcome = ANY (ARRAY['enrolled'::text, 'checkout'::text, 'waitlisted'::text, 'received'::text])),
  CHECK (seats >= 1 AND seats <= 10)
);
CREATE INDEX general_enrolment_age ON public.general_enrolment USING btree (created_at);
CREATE INDEX general_enrolment_email ON public.general_enrolment USING btree (email);
CREATE INDEX general_enrolment_order ON public.general_enrolment USING btree (order_id) WHERE (order_id IS NOT NULL);

create table public.gift_card (
  id uuid default gen_random_uuid() not null,
  code_mac bytea not null,
  currency text not null,
  issued_minor bigint not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (code_mac),
  CHECK (octet_length(code_mac) = 32),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (issued_minor > 0)
);

create table public.gift_card_purchase (
  order_id uuid not null,
  amount_minor bigint not null,
  recipient_name text not null,
  recipient_email text not null,
  message text default ''::text not null,
  send_at timestamp with time zone not null,
  gift_card_id uuid,
  delivered_at timestamp with time zone,
  cancelled_at timestamp with time zone,
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

create table public.idempotency (
  actor text not null,
  key text not null,
  request_hash text not null,
  claim uuid not null,
  state text default 'running'::text not null,
  status integer,
  answer bytea,
  locked_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  client text,
  PRIMARY KEY (actor, key),
  UNIQUE (claim),
  CHECK ((state = 'done'::text) = (status IS NOT NULL AND answer IS NOT NULL)),
  CHECK (state = ANY (ARRAY['running'::text, 'done'::text]))
);
CREATE INDEX idempotency_client ON public.idempotency USING btree (client, expires_at) WHERE (client IS NOT NULL);
CREATE INDEX idempotency_expiry ON public.idempotency USING btree (expires_at);

create table public.identity (
  provider text not null,
  subject text not null,
  person_id uuid not null,
  email text,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  id uuid default gen_random_uuid() not null,
  PRIMARY KEY (provider, subject),
  UNIQUE (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text])),
  CHECK (subject <> ''::text AND length(subject) <= 255)
);
CREATE INDEX identity_person ON public.identity USING btree (person_id);

create table public.identity_proof (
  id uuid default gen_random_uuid() not null,
  claim_hash bytea not null,
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

create table public.installation (
  id boolean default true not null,
  created_mode text not null,
  demo_seed text,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  CHECK (created_mode <> 'production'::text OR demo_seed IS NULL),
  CHECK (created_mode = ANY (ARRAY['demo'::text, 'development'::text, 'production'::text])),
  CHECK (demo_seed = ANY (ARRAY['running'::text, 'complete'::text])),
  CHECK (id)
);

create table public.interest (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  prefix_code text not null,
  email text not null,
  name text,
  phone_number text,
  timezone_id text,
  attribution jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (email, kind, prefix_code),
  FOREIGN KEY (prefix_code) REFERENCES course(prefix_code),
  CHECK (email = lower(email)),
  CHECK (kind = ANY (ARRAY['coming-soon'::text, 'reminder'::text, 'curriculum'::text]))
);
CREATE INDEX interest_age ON public.interest USING btree (created_at);
CREATE INDEX interest_course ON public.interest USING btree (prefix_code, kind, created_at);

create table public.invitation (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  seat integer not null,
  email text not null,
  name text,
  token_hash bytea,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  reminded_at timestamp with time zone,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  named_by_buyer boolean default false not null,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  CHECK (email = lower(email)),
  CHECK (seat >= 2 AND seat <= 10)
);
CREATE UNIQUE INDEX invitation_friend ON public.invitation USING btree (order_id, email) WHERE (withdrawn_at IS NULL);
CREATE UNIQUE INDEX invitation_seat ON public.invitation USING btree (order_id, seat) WHERE (withdrawn_at IS NULL);

create table public.invoice_file (
  order_id uuid not null,
  names_buyer boolean not null,
  content_hash bytea not null,
  content bytea not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (order_id, names_buyer),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CHECK (octet_length(content_hash) = 32)
);
CREATE INDEX invoice_file_age ON public.invoice_file USING btree (created_at);

create table public.ledger_account (
  id text not null,
  kind text not null,
  currency text not null,
  balance bigint,
  frozen_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK ((balance IS NOT NULL) = (kind = ANY (ARRAY['gift-card'::text, 'credit'::text]))),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (frozen_at IS NULL OR kind = 'gift-card'::text),
  CHECK (kind = ANY (ARRAY['provider'::text, 'sales'::text, 'refunds'::text, 'gift-card'::text, 'credit'::text, 'held'::text, 'promotion'::text, 'disputed'::text, 'dispute-losses'::text])),
  CHECK ((kind <> ALL (ARRAY['gift-card'::text, 'credit'::text])) OR balance <= 0)
);

create table public.ledger_entry (
  id bigint generated always as identity not null,
  transaction_id uuid not null,
  account_id text not null,
  amount bigint not null,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES ledger_account(id) ON DELETE RESTRICT,
  FOREIGN KEY (transaction_id) REFERENCES ledger_transaction(id) ON DELETE RESTRICT,
  CHECK (amount <> 0)
);
CREATE INDEX ledger_entry_account ON public.ledger_entry USING btree (account_id);
CREATE INDEX ledger_entry_transaction ON public.ledger_entry USING btree (transaction_id);
CREATE TRIGGER ledger_balance_kept AFTER INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_keep_balance();
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();
CREATE TRIGGER ledger_entry_fixed BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_not_frozen BEFORE INSERT ON ledger_entry FOR EACH ROW WHEN (new.account_id ~~ 'gift-card:%'::text) EXECUTE FUNCTION refuse_frozen_spending();

create table public.ledger_transaction (
  id uuid default uuidv7() not null,
  kind text not null,
  reference uuid not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  UNIQUE (kind, reference),
  CHECK (kind = ANY (ARRAY['charge'::text, 'refund'::text, 'refund-failed'::text, 'issue'::text, 'hold'::text, 'release'::text, 'void'::text, 'dispute'::text, 'dispute-fee'::text]))
);
CREATE TRIGGER ledger_transaction_fixed BEFORE DELETE OR UPDATE ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table public.mail (
  id uuid default uuidv7() not null,
  dedupe_key text not null,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  headers jsonb default '{}'::jsonb not null,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  claimed_at timestamp with time zone,
  sent_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (dedupe_key),
  CHECK ((state = 'sent'::text) = (sent_at IS NOT NULL)),
  CHECK (state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX mail_address ON public.mail USING btree (to_address, created_at DESC);
CREATE INDEX mail_recent ON public.mail USING btree (created_at DESC);
CREATE INDEX mail_unsent ON public.mail USING btree (created_at) WHERE (state <> 'sent'::text);

create table public.mail_attachment (
  mail_id uuid not null,
  "position" integer not null,
  filename text not null,
  content_type text not null,
  content bytea not null,
  PRIMARY KEY (mail_id, "position"),
  FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE
);

create table public.offer (
  offer_code text not null,
  course_code text not null,
  currency text not null,
  price_minor bigint not null,
  discount_price_minor bigint,
  discount_ends_at timestamp with time zone,
  before_price_minor bigint,
  deposit_minor bigint,
  "position" integer default 0 not null,
  expires_at timestamp with time zone,
  PRIMARY KEY (offer_code),
  FOREIGN KEY (course_code) REFERENCES cohort(course_code),
  CHECK (before_price_minor > 0),
  CHECK (discount_price_minor >= 0 AND discount_price_minor < price_minor),
  CHECK (discount_ends_at IS NULL OR discount_price_minor IS NOT NULL),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (deposit_minor > 0),
  CHECK (offer_code ~ '^[A-Z0-9]{2,12}(-[A-Z0-9]+)*$'::text),
  CHECK (price_minor >= 0)
);
CREATE INDEX offer_cohort ON public.offer USING btree (course_code, "position");
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON offer FOR EACH ROW EXECUTE FUNCTION tell_page_change();

create table public.order_line (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  "position" integer not null,
  kind text not null,
  label text not null,
  amount_minor bigint not null,
  refunded_minor bigint default 0 not null,
  waived_minor bigint default 0 not null,
  PRIMARY KEY (id),
  UNIQUE (order_id, "position"),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  CHECK (refunded_minor >= 0 AND refunded_minor <= amount_minor),
  CHECK (kind = ANY (ARRAY['seats'::text, 'gift-card'::text])),
  CHECK (waived_minor >= 0 AND (waived_minor + refunded_minor) <= amount_minor)
);
CREATE INDEX order_line_refunded ON public.order_line USING btree (order_id) WHERE (refunded_minor > 0);
CREATE TRIGGER order_line_forget_invoice_file AFTER UPDATE OF label ON order_line FOR EACH ROW WHEN (old.label IS DISTINCT FROM new.label) EXECUTE FUNCTION forget_invoice_file();

create table public.orders (
  id uuid default uuidv7() not null,
  number bigint default nextval('order_number'::regclass) not null,
  state text default 'open'::text not null,
  course_code text not null,
  offer_code text not null,
  quote_id uuid,
  payment_type text not null,
  seats integer not null,
  currency text not null,
  subtotal_minor bigint not null,
  total_minor bigint not null,
  email text not null,
  name text not null,
  phone_number text,
  timezone_id text not null,
  person_id uuid,
  terms_accepted_at timestamp with time zone not null,
  marketing boolean default false not null,
  attribution jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  discount_kind text,
  promo_code text,
  deposit_minor bigint,
  balance_due_at timestamp with time zone,
  waived_minor bigint default 0 not null,
  balance_paid_at timestamp with time zone,
  balance_reminders smallint default 0 not null,
  paused_at timestamp with time zone,
  client bytea default '\x'::bytea not null,
  limit_key bytea,
  restored_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (number),
  FOREIGN KEY (course_code) REFERENCES cohort(course_code),
  FOREIGN KEY (offer_code) REFERENCES offer(offer_code),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (promo_code) REFERENCES promo_code(code) ON DELETE RESTRICT,
  CHECK (balance_due_at IS NOT NULL OR balance_paid_at IS NULL AND paused_at IS NULL),
  CHECK (balance_reminders >= 0 AND balance_reminders <= 3),
  CHECK (total_minor >= 0 AND total_minor <= subtotal_minor),
  CHECK ((state = 'complete'::text) = (completed_at IS NOT NULL)),
  CHECK (state <> 'complete'::text OR person_id IS NOT NULL),
  CHECK (deposit_minor > 0 AND deposit_minor < total_minor),
  CHECK (waived_minor >= 0 AND waived_minor <= total_minor),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK ((payment_type = 'deposit'::text) = (deposit_minor IS NOT NULL AND balance_due_at IS NOT NULL)),
  CHECK (discount_kind = ANY (ARRAY['group'::text, 'promo'::text])),
  CHECK (email = lower(email)),
  CHECK (paused_at IS NULL OR balance_paid_at IS NULL),
  CHECK (payment_type = ANY (ARRAY['full'::text, 'deposit'::text])),
  CHECK ((NOT discount_kind IS DISTINCT FROM 'promo'::text) = (promo_code IS NOT NULL)),
  CHECK (seats >= 1 AND seats <= 10),
  CHECK (state = ANY (ARRAY['open'::text, 'complete'::text, 'expired'::text, 'superseded'::text, 'returning'::text, 'returned'::text])),
  CHECK (subtotal_minor >= 0)
);
CREATE INDEX orders_balance ON public.orders USING btree (balance_due_at) WHERE ((state = 'complete'::text) AND (balance_due_at IS NOT NULL) AND (balance_paid_at IS NULL));
CREATE INDEX orders_course ON public.orders USING btree (course_code, number);
CREATE INDEX orders_email ON public.orders USING btree (email);
CREATE INDEX orders_placed ON public.orders USING btree (created_at);
CREATE INDEX orders_promo ON public.orders USING btree (promo_code) WHERE (promo_code IS NOT NULL);
CREATE INDEX orders_restored ON public.orders USING btree (restored_at) WHERE (restored_at IS NOT NULL);
CREATE INDEX orders_state ON public.orders USING btree (state, number);
CREATE INDEX orders_unpaid ON public.orders USING btree (created_at) WHERE (state = ANY (ARRAY['expired'::text, 'superseded'::text]));
CREATE INDEX orders_words ON public.orders USING gin (words_of(((name || ' '::text) || email)));
CREATE UNIQUE INDEX orders_one_open ON public.orders USING btree (course_code, email, client) WHERE (state = 'open'::text);
CREATE TRIGGER orders_forget_invoice_file AFTER UPDATE OF name, email ON orders FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION forget_invoice_file();
CREATE CONSTRAINT TRIGGER orders_seated AFTER INSERT OR UPDATE OF state ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'complete'::text) EXECUTE FUNCTION order_must_be_seated();
CREATE TRIGGER orders_transition BEFORE UPDATE OF state ON orders FOR EACH ROW EXECUTE FUNCTION guard_transition('order');

create table public.passkey (
  id uuid default gen_random_uuid() not null,
  credential_id text not null,
  person_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (credential_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (counter >= 0)
);
CREATE INDEX passkey_person ON public.passkey USING btree (person_id);

create table public.passkey_challenge (
  challenge text not null,
  person_id uuid,
  expires_at timestamp with time zone default (now() + '00:05:00'::interval) not null,
  PRIMARY KEY (challenge),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenge_expiry ON public.passkey_challenge USING btree (expires_at);

create table public.payment (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  attempt integer not null,
  method text not null,
  provider text not null,
  state text default 'pending'::text not null,
  amount_minor bigint not null,
  refunded_minor bigint default 0 not null,
  currency text not null,
  provider_intent_id text,
  failure_code text,
  card_brand text,
  card_last4 text,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  asked_at timestamp with time zone default now() not null,
  told_as_of timestamp with time zone,
  purpose text default 'purchase'::text not null,
  account_id text,
  card_presented_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (order_id, attempt),
  UNIQUE (provider, provider_intent_id),
  FOREIGN KEY (account_id) REFERENCES ledger_account(id) ON DELETE RESTRICT,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  CHECK (amount_minor >= 0),
  CHECK (attempt > 0),
  CHECK (card_last4 ~ '^[0-9]{4}$'::text),
  CHECK (refunded_minor >= 0 AND refunded_minor <= amount_minor),
  CHECK ((amount_minor = 0) = (method = 'none'::text)),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (method = ANY (ARRAY['card'::text, 'gift-card'::text, 'credit'::text, 'none'::text])),
  CHECK (method <> 'none'::text OR provider = 'none'::text AND provider_intent_id IS NULL AND state = 'complete'::text),
  CHECK (provider = ANY (ARRAY['sandbox'::text, 'stripe'::text, 'none'::text])),
  CHECK (purpose = ANY (ARRAY['purchase'::text, 'balance'::text])),
  CHECK (state = ANY (ARRAY['pending'::text, 'declined'::text, 'complete'::text, 'cancelled'::text, 'returning'::text, 'returned'::text])),
  CHECK ((method = ANY (ARRAY['gift-card'::text, 'credit'::text])) = (account_id IS NOT NULL) AND (account_id IS NULL OR provider = 'none'::text))
);
CREATE INDEX payment_presented ON public.payment USING btree (asked_at) WHERE ((state = ANY (ARRAY['pending'::text, 'declined'::text, 'returning'::text])) AND (provider <> 'none'::text) AND (card_presented_at IS NOT NULL));
CREATE INDEX payment_unsettled ON public.payment USING btree (asked_at) WHERE ((state = ANY (ARRAY['pending'::text, 'declined'::text, 'returning'::text])) AND (provider <> 'none'::text));
CREATE UNIQUE INDEX payment_one_kept ON public.payment USING btree (order_id, purpose, method) WHERE (state = 'complete'::text);
CREATE UNIQUE INDEX payment_one_live ON public.payment USING btree (order_id) WHERE ((state = ANY (ARRAY['pending'::text, 'declined'::text])) AND (provider <> 'none'::text));
CREATE TRIGGER payment_transition BEFORE UPDATE OF state ON payment FOR EACH ROW EXECUTE FUNCTION guard_transition('payment');

create table public.person (
  id uuid default uuidv7() not null,
  email text not null,
  name text not null,
  phone_number text,
  country_code text,
  timezone_id text,
  roles text[] default '{learner}'::text[] not null,
  password_hash text,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  marketing_consent_at timestamp with time zone,
  attribution jsonb,
  deleted_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (email),
  CHECK (password_hash IS NULL OR email_verified_at IS NOT NULL),
  CHECK (deleted_at IS NULL OR password_hash IS NULL AND phone_number IS NULL AND attribution IS NULL AND roles = '{learner}'::text[] AND email ~~ 'deleted-%@deleted.invalid'::text),
  CHECK (country_code ~ '^[A-Z]{2}$'::text),
  CHECK (email = lower(email) AND email ~~ '%_@_%'::text),
  CHECK (roles <@ ARRAY['learner'::text, 'creator'::text, 'community-admin'::text] AND ('learner'::text = ANY (roles)))
);
CREATE INDEX person_without_password ON public.person USING btree (created_at) WHERE ((password_hash IS NULL) AND (deleted_at IS NULL));

create table public.promo_code (
  code text not null,
  label text not null,
  percent_off integer,
  amount_off_minor bigint,
  currency text not null,
  min_seats integer default 1 not null,
  scope text default 'all'::text not null,
  codes text[] default '{}'::text[] not null,
  starts_at timestamp with time zone,
  expires_at timestamp with time zone,
  use_limit integer,
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

create table public.provider_event (
  provider text not null,
  event_id text not null,
  intent_id text,
  type text not null,
  received_at timestamp with time zone default now() not null,
  handled_at timestamp with time zone,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_event_age ON public.provider_event USING brin (received_at);
CREATE INDEX provider_event_intent ON public.provider_event USING btree (intent_id);
CREATE INDEX provider_event_waiting ON public.provider_event USING btree (received_at) WHERE (handled_at IS NULL);

create table public.quote (
  id uuid default gen_random_uuid() not null,
  course_code text not null,
  offer_code text not null,
  seats integer not null,
  currency text not null,
  unit_minor bigint not null,
  subtotal_minor bigint not null,
  total_minor bigint not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  discount_kind text,
  promo_code text,
  deposit_minor bigint,
  balance_due_at timestamp with time zone,
  gift_card_id uuid,
  gift_card_minor bigint default 0 not null,
  credit_person_id uuid,
  credit_minor bigint default 0 not null,
  PRIMARY KEY (id),
  FOREIGN KEY (course_code) REFERENCES cohort(course_code),
  FOREIGN KEY (credit_person_id) REFERENCES person(id) ON DELETE CASCADE,
  FOREIGN KEY (gift_card_id) REFERENCES gift_card(id) ON DELETE CASCADE,
  FOREIGN KEY (offer_code) REFERENCES offer(offer_code),
  FOREIGN KEY (promo_code) REFERENCES promo_code(code) ON DELETE CASCADE,
  CHECK (subtotal_minor = (unit_minor * seats)),
  CHECK (total_minor >= 0 AND total_minor <= subtotal_minor),
  CHECK (deposit_minor > 0 AND deposit_minor < total_minor),
  CHECK ((deposit_minor IS NULL) = (balance_due_at IS NULL)),
  CHECK (discount_kind <> 'promo'::text OR promo_code IS NOT NULL),
  CHECK ((discount_kind IS NULL) = (total_minor = subtotal_minor)),
  CHECK (gift_card_id IS NOT NULL OR gift_card_minor = 0),
  CHECK (credit_person_id IS NOT NULL OR credit_minor = 0),
  CHECK ((gift_card_minor + credit_minor) <= total_minor),
  CHECK (credit_minor >= 0),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (discount_kind = ANY (ARRAY['group'::text, 'promo'::text])),
  CHECK (gift_card_minor >= 0),
  CHECK (seats >= 1 AND seats <= 10),
  CHECK (unit_minor >= 0)
);
CREATE INDEX quote_expiry ON public.quote USING btree (expires_at);

create table public.rate_limit (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  PRIMARY KEY (key)
);

create table public.receipt_request (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  asked_by uuid not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (asked_by) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  CHECK (reason <> ''::text)
);
CREATE INDEX receipt_request_order ON public.receipt_request USING btree (order_id);

create table public.recovery_code (
  person_id uuid not null,
  hash bytea not null,
  used_at timestamp with time zone,
  PRIMARY KEY (person_id, hash),
  FOREIGN KEY (person_id) REFERENCES totp(person_id) ON DELETE CASCADE
);

create table public.refund (
  id uuid default gen_random_uuid() not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  reason text not null,
  state text default 'queued'::text not null,
  provider_refund_id text,
  created_at timestamp with time zone default now() not null,
  request_id uuid,
  made_at text default 'here'::text not null,
  sent_at timestamp with time zone,
  asked_by uuid,
  PRIMARY KEY (id),
  FOREIGN KEY (asked_by) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (payment_id) REFERENCES payment(id) ON DELETE RESTRICT,
  FOREIGN KEY (request_id) REFERENCES refund_request(id) ON DELETE RESTRICT,
  CHECK (amount_minor > 0),
  CHECK (made_at = ANY (ARRAY['here'::text, 'provider'::text])),
  CHECK (state = ANY (ARRAY['queued'::text, 'accepted'::text, 'failed'::text, 'stopped'::text, 'dropped'::text])),
  CHECK ((state = ANY (ARRAY['accepted'::text, 'failed'::text])) = (provider_refund_id IS NOT NULL))
);
CREATE INDEX refund_payment ON public.refund USING btree (payment_id);
CREATE INDEX refund_queued ON public.refund USING btree (created_at) WHERE (state = 'queued'::text);
CREATE INDEX refund_stopped ON public.refund USING btree (request_id) WHERE (state = 'stopped'::text);
CREATE INDEX refund_undecided ON public.refund USING btree (payment_id) WHERE ((state = 'stopped'::text) OR ((made_at = 'provider'::text) AND (state = 'accepted'::text) AND (request_id IS NULL)));
CREATE UNIQUE INDEX refund_told_once ON public.refund USING btree (provider_refund_id, made_at) WHERE (provider_refund_id IS NOT NULL);
CREATE TRIGGER refund_transition BEFORE UPDATE OF state ON refund FOR EACH ROW EXECUTE FUNCTION guard_transition('refund');
CREATE TRIGGER refund_within_payment AFTER INSERT ON refund FOR EACH ROW WHEN (new.state = 'queued'::text) EXECUTE FUNCTION refunds_within_payment();

create table public.refund_request (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  cause text not null,
  asked_by uuid not null,
  reason text not null,
  amount_minor bigint not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (asked_by) REFERENCES person(id) ON DELETE RESTRICT,
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  CHECK (amount_minor >= 0),
  CHECK (cause = ANY (ARRAY['admin'::text, 'enrolment-cancelled'::text, 'cohort-cancelled'::text, 'provider'::text])),
  CHECK (reason <> ''::text)
);
CREATE INDEX refund_request_order ON public.refund_request USING btree (order_id);

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

create table public.refund_terms (
  delivery_type text not null,
  terms jsonb not null,
  PRIMARY KEY (delivery_type),
  CHECK (delivery_type = ANY (ARRAY['live'::text, 'on-demand'::text]))
);
CREATE TRIGGER page_change AFTER INSERT OR DELETE OR UPDATE ON refund_terms FOR EACH ROW EXECUTE FUNCTION tell_page_change();

create table public.seat_hold (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  course_code text not null,
  seats integer not null,
  state text default 'live'::text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  held_from bytea,
  held_by bytea,
  started_at timestamp with time zone default now() not null,
  presented_at timestamp with time zone,
  ended_unpaid_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (order_id),
  FOREIGN KEY (course_code) REFERENCES cohort(course_code),
  FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE RESTRICT,
  CHECK (expires_at <= (created_at + '00:30:00'::interval)),
  CHECK (seats > 0),
  CHECK (state = ANY (ARRAY['live'::text, 'taken'::text, 'released'::text])),
  CHECK (expires_at <= (started_at + '00:30:00'::interval))
);
CREATE INDEX seat_hold_cohort ON public.seat_hold USING btree (course_code) WHERE (state = 'live'::text);
CREATE INDEX seat_hold_ended ON public.seat_hold USING btree (course_code, ended_unpaid_at) WHERE (ended_unpaid_at IS NOT NULL);
CREATE INDEX seat_hold_live ON public.seat_hold USING btree (expires_at) WHERE (state = 'live'::text);
CREATE TRIGGER seat_hold_cohort_runs BEFORE INSERT ON seat_hold FOR EACH ROW WHEN (new.state = 'live'::text) EXECUTE FUNCTION refuse_seat_in_cancelled_cohort();
CREATE TRIGGER seat_hold_transition BEFORE UPDATE OF state ON seat_hold FOR EACH ROW EXECUTE FUNCTION guard_transition('seat_hold');

create table public.session (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  audience text not null,
  counter integer default 1 not null,
  rotated_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_because text,
  device text not null,
  is_bound boolean default false not null,
  stepped_up_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (audience = ANY (ARRAY['learner'::text, 'admin'::text])),
  CHECK ((ended_at IS NULL) = (ended_because IS NULL)),
  CHECK (counter > 0),
  CHECK (ended_because = ANY (ARRAY['log-out'::text, 'reuse'::text, 'password-reset'::text, 'password-change'::text, 'logged-out-elsewhere'::text, 'account-deleted'::text]))
);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_of_person ON public.session USING btree (person_id, device);
CREATE INDEX session_person ON public.session USING btree (person_id) WHERE (ended_at IS NULL);

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
  mails_asked integer default 0 not null,
  token_hash bytea,
  code_mac bytea,
  mailed_at timestamp with time zone,
  used_at timestamp with time zone,
  code_misses smallint default 0 not null,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  CHECK (code_misses >= 0 AND code_misses <= 5),
  CHECK (country_code ~ '^[A-Z]{2}$'::text),
  CHECK (email = lower(email))
);
CREATE INDEX sign_up_expiry ON public.sign_up USING btree (expires_at);
CREATE INDEX sign_up_waiting ON public.sign_up USING btree (email, created_at DESC) WHERE (used_at IS NULL);

create table public.social_flow (
  state_hash bytea not null,
  provider text not null,
  nonce text not null,
  token_hash bytea,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (state_hash),
  CHECK (provider = ANY (ARRAY['google'::text, 'apple'::text, 'facebook'::text]))
);
CREATE INDEX social_flow_expires ON public.social_flow USING btree (expires_at);
CREATE INDEX social_flow_token ON public.social_flow USING btree (token_hash);

create table public.state_history (
  id bigint generated always as identity not null,
  machine text not null,
  subject_id uuid not null,
  from_state text not null,
  to_state text not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);
CREATE INDEX state_history_age ON public.state_history USING brin (at);
CREATE INDEX state_history_subject ON public.state_history USING btree (machine, subject_id);

create table public.support_conversation (
  id uuid default gen_random_uuid() not null,
  email text not null,
  name text,
  page text not null,
  state text default 'open'::text not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  CHECK (email = lower(email)),
  CHECK (page ~ '^/([^/\\]|$)'::text),
  CHECK (state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text]))
);
CREATE INDEX support_conversation_age ON public.support_conversation USING btree (changed_at);
CREATE INDEX support_conversation_email ON public.support_conversation USING btree (email);
CREATE INDEX support_conversation_state ON public.support_conversation USING btree (state, changed_at DESC, id DESC);

create table public.support_event (
  id bigint generated always as identity not null,
  conversation_id uuid not null,
  person_id uuid not null,
  what text not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (conversation_id) REFERENCES support_conversation(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK (what = ANY (ARRAY['read'::text, 'answered'::text, 'taken-back'::text, 'closed'::text, 'reopened'::text]))
);
CREATE INDEX support_event_conversation ON public.support_event USING btree (conversation_id, id);

create table public.support_link (
  hash bytea not null,
  conversation_id uuid not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (hash),
  FOREIGN KEY (conversation_id) REFERENCES support_conversation(id) ON DELETE CASCADE
);
CREATE INDEX support_link_conversation ON public.support_link USING btree (conversation_id);
CREATE INDEX support_link_expiry ON public.support_link USING btree (expires_at);

create table public.support_message (
  id uuid default gen_random_uuid() not null,
  "position" bigint generated always as identity not null,
  conversation_id uuid not null,
  operator_id uuid,
  body text not null,
  created_at timestamp with time zone default now() not null,
  mailed_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (conversation_id) REFERENCES support_conversation(id) ON DELETE CASCADE,
  FOREIGN KEY (operator_id) REFERENCES person(id),
  CHECK (char_length(body) >= 1 AND char_length(body) <= 5000),
  CHECK (mailed_at IS NULL OR operator_id IS NOT NULL)
);
CREATE INDEX support_message_conversation ON public.support_message USING btree (conversation_id, "position");

create table public.totp (
  person_id uuid not null,
  sealed_secret bytea not null,
  begun_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  begun_by uuid,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
);

create table public.transition (
  machine text not null,
  from_state text not null,
  to_state text not null,
  PRIMARY KEY (machine, from_state, to_state)
);

create table public.waitlist_entry (
  id bigint generated always as identity not null,
  course_code text not null,
  email text not null,
  name text,
  phone_number text,
  party_size integer not null,
  timezone_id text,
  attribution jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  left_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (course_code) REFERENCES cohort(course_code),
  CHECK (email = lower(email)),
  CHECK (party_size >= 1 AND party_size <= 6)
);
CREATE INDEX waitlist_entry_email ON public.waitlist_entry USING btree (email);
CREATE INDEX waitlist_entry_line ON public.waitlist_entry USING btree (course_code, id) WHERE (left_at IS NULL);
CREATE UNIQUE INDEX waitlist_entry_once ON public.waitlist_entry USING btree (course_code, email) WHERE (left_at IS NULL);

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

create table sandbox.dispute_movement (
  id text not null,
  dispute_id text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (dispute_id) REFERENCES sandbox.dispute(id)
);
CREATE INDEX sandbox_dispute_movement ON sandbox.dispute_movement USING btree (dispute_id);

create table sandbox.event (
  id text not null,
  intent_id text not null,
  type text not null,
  created_at timestamp with time zone default now() not null,
  delivered_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (intent_id) REFERENCES sandbox.intent(id)
);
CREATE INDEX event_undelivered ON sandbox.event USING btree (created_at) WHERE (delivered_at IS NULL);

create table sandbox.intent (
  id text not null,
  client_secret text not null,
  idempotency_key text not null,
  status text not null,
  amount_minor bigint not null,
  refunded_minor bigint default 0 not null,
  currency text not null,
  reference text not null,
  failure_code text,
  card_brand text,
  card_last4 text,
  settles_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  challenge text,
  return_url text not null,
  PRIMARY KEY (id),
  UNIQUE (challenge),
  UNIQUE (client_secret),
  UNIQUE (idempotency_key),
  CHECK (amount_minor > 0),
  CHECK (refunded_minor >= 0 AND refunded_minor <= amount_minor),
  CHECK (status = ANY (ARRAY['requires_payment_method'::text, 'requires_action'::text, 'processing'::text, 'succeeded'::text, 'canceled'::text]))
);
CREATE INDEX intent_open ON sandbox.intent USING btree (created_at) WHERE (status <> ALL (ARRAY['succeeded'::text, 'canceled'::text]));

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

CREATE OR REPLACE FUNCTION public.cohort_must_match_cancellation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  code text := coalesce(new.course_code, old.course_code);
  found_state text;
begin
  select state into found_state from cohort where course_code = code;
  if found and (found_state = 'cancelled') <> exists (select from cohort_cancellation where course_code = code) then
    raise exception 'cohort % is % without the cancellation that belongs to it, or with one that does not', code, found_state
      using errcode = 'check_violation';
  end if;
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
    where d.id = new.id and e.state <> 'cancelled' and (d.state = 'lost' or d.state = 'open' and e.frozen_at is null)) then
    raise exception 'dispute % leaves access open', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_words(said text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(regexp_replace(replace(replace(replace(translate(lower((NORMALIZE(regexp_replace(NORMALIZE(said, NFKD), '[\u0300-\u036f\u3099\u309a]'::text, ''::text, 'g'::text), NFC) COLLATE pg_c_utf8)), 'øłđħıŧς'::text, 'oldhitσ'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+'::text, ' '::text, 'g'::text), '([\u0e00-\u0eff\u3041-\u30ff\u3400-\u9fff])'::text, ' \1 '::text, 'g'::text))
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

CREATE OR REPLACE FUNCTION public.note_course_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'creator' then
    perform write_course_words(array(select prefix_code from course_creator where creator_slug = new.slug));
  else
    perform write_course_words(array[coalesce(to_jsonb(new), to_jsonb(old)) ->> 'prefix_code']);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.order_must_be_seated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from gift_card_purchase where order_id = new.id) then return null; end if;
  if (select count(*) from enrolment where order_id = new.id) < new.seats then
    raise exception 'order % is complete without its enrolments', new.id using errcode = 'check_violation';
  end if;
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
  if (select sum(amount_minor) from refund where payment_id = new.payment_id and state not in ('failed', 'dropped'))
    + (select coalesce(sum(amount_minor), 0) from dispute where payment_id = new.payment_id and state = 'lost') > paid then
    raise exception 'payment % would be sent back more than once', new.payment_id using errcode = 'check_violation';
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
  raise exception 'cohort % was cancelled and stays cancelled', old.course_code using errcode = 'check_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_seat_in_cancelled_cohort()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from cohort where course_code = new.course_code and state = 'cancelled') then
    raise exception 'cohort % is cancelled: it has no seats to give', new.course_code using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.stopped_of_line(line uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(round(l.amount_minor * s.minor / q.amount_minor)), 0)::bigint
  from refund_request_line l join refund_request q on q.id = l.request_id and q.amount_minor > 0
  cross join lateral (select sum(amount_minor) as minor from refund where request_id = q.id and state = 'stopped') s
  where l.line_id = line and s.minor > 0
$function$
;

CREATE OR REPLACE FUNCTION public.tell_page_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was jsonb := to_jsonb(old);
  now_is jsonb := to_jsonb(new);
  one jsonb := coalesce(now_is, was);
  code text := one ->> 'prefix_code';
begin
  if was = now_is then return null; end if;
  -- Of seats the pages tell only the last ten.
  if tg_table_name = 'cohort' and was - 'taken' = now_is - 'taken' and (now_is ->> 'capacity' is null
    or (now_is ->> 'capacity')::int - greatest((now_is ->> 'taken')::int, (was ->> 'taken')::int) > 10) then
    return null;
  end if;
  if code is null and one ? 'course_code' then
    select prefix_code into code from cohort where course_code = one ->> 'course_code';
  end if;
  perform pg_notify('page_change', coalesce(code, '*'));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.words_asked(said text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT (string_agg(((''''::text || "left"(word.word, 80)) || ''':*'::text), ' & '::text))::tsquery AS string_agg FROM regexp_split_to_table(fold_words(words_asked.said), ' +'::text) word(word) WHERE (word.word <> ''::text))
;

CREATE OR REPLACE FUNCTION public.words_like(said text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT (string_agg(((''''::text || "left"(word.word, 3)) || ''':*'::text), ' | '::text))::tsquery AS string_agg FROM regexp_split_to_table(fold_words(words_like.said), ' +'::text) word(word) WHERE (word.word <> ''::text))
;

CREATE OR REPLACE FUNCTION public.words_of(said text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_tsvector(ARRAY(SELECT "left"(word.word, 80) AS "left" FROM regexp_split_to_table(fold_words(words_of.said), ' +'::text) word(word) WHERE (word.word <> ''::text)))
;

CREATE OR REPLACE FUNCTION public.write_course_words(prefixes text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into course_words (prefix_code, words)
  select prefix_code, words_of(concat_ws(' ', title, definition ->> 'sectionTitle',
    definition ->> 'subtitle', kind, case delivery_type when 'live' then 'live' else 'on demand' end,
    (select string_agg(name, ' ') from course_creator as t join creator on slug = creator_slug where t.prefix_code = course.prefix_code)))
  from course where prefix_code = any(prefixes)
  on conflict (prefix_code) do update set words = excluded.words where course_words.words <> excluded.words
$function$
;
