-- Certificates and their signed credentials (docs/contract §9).

create table certificate (
  id uuid primary key default uuidv7(),
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{22}$'),
  person_id uuid not null references person on delete restrict,
  course_code text not null references course on delete restrict,
  number text not null unique check (number ~ '^[0-9A-HJKMNP-Z]{10}$'),
  name text not null,
  course_title text not null,
  hours integer check (hours > 0),
  statement text not null default '',
  signatory text not null default '',
  teachers text[] not null default '{}',
  art jsonb,
  completed_on date not null,
  issued_at timestamptz not null default now(),
  is_named boolean not null default true,
  name_changes integer not null default 0 check (name_changes between 0 and 2),
  state text not null default 'issued' check (state in ('issued', 'revoked')),
  reason text,
  unique (person_id, course_code),
  foreign key (person_id, course_code) references course_completion on delete restrict,
  check ((state = 'revoked') = (reason is not null))
);
comment on table certificate is 'The document that a person receives for a completed course. Everything printed is as it was then.';
comment on column certificate.public_id is '128 random bits: the address of the page that verifies it.';
comment on column certificate.number is 'Printed for people. Without O, I and L.';
comment on column certificate.statement is 'Printed between name and course. Empty: the usual sentence.';
comment on column certificate.signatory is 'The name under the signature line. Empty: the teachers.';
comment on column certificate.teachers is 'Names of the creators of the course, in order.';
comment on column certificate.art is 'The design of the poster: seed, hue, motif, focal. Null: the poster of the site.';
comment on column certificate.is_named is 'Whether the verify page shows the name.';
comment on column certificate.name_changes is 'How often the holder corrected the name.';
comment on column certificate.reason is 'Why it was revoked.';
create index certificate_course on certificate (course_code);

insert into transition (machine, from_state, to_state) values ('certificate', 'issued', 'revoked');
create trigger certificate_transition before update of state on certificate for each row execute function guard_transition('certificate');

create table credential_key (
  key_id text primary key,
  public_jwk jsonb not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  compromised_at timestamptz
);
comment on table credential_key is 'The keys that sign credentials. A public key is published forever.';
comment on column credential_key.sealed_private_key is 'Encrypted with the root secret.';
create unique index credential_key_current on credential_key ((true)) where retired_at is null and compromised_at is null;

create table credential (
  id uuid not null unique default gen_random_uuid(),
  certificate_id uuid not null references certificate on delete restrict,
  revision integer not null check (revision > 0),
  key_id text not null references credential_key,
  jws text not null,
  issued_at timestamptz not null,
  revoked_at timestamptz,
  primary key (certificate_id, revision)
);
comment on table credential is 'The signed files of a certificate. A correction adds a revision and revokes the one before.';
comment on column credential.id is 'Its name in the signed file and on the public list of revoked credentials, which must not lead to a verify page.';
comment on column credential.jws is 'Empty after the account is deleted.';
create unique index credential_current on credential (certificate_id) where revoked_at is null;
create index credential_key_id on credential (key_id);
