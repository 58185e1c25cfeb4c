-- Backups: what was made and checked, and the hold after a restore (docs/contract §41).
-- Owner: platform

create table backup_run (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('nightly', 'manual')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  file text,
  bytes bigint check (bytes > 0),
  fault text,
  verified_at timestamptz,
  verification_fault text,
  check ((finished_at is null) = (bytes is null)),
  check (finished_at is null or fault is null),
  check (verified_at is null or finished_at is not null)
);
comment on table backup_run is 'Every backup that was begun. Neither finished nor faulty: it runs, or its process was killed.';
comment on column backup_run.file is 'The path, as the process that made it names it.';
comment on column backup_run.fault is 'Why it failed.';
comment on column backup_run.verified_at is 'When it was last restored into a scratch database and had no fault.';
create index backup_run_started on backup_run (started_at);

create table restore_hold (
  id boolean primary key default true check (id),
  backup_at timestamptz not null,
  restored_at timestamptz not null default now()
);
comment on table restore_hold is
  'A row: this database was restored, and sends no e-mail, charge or refund until an operator releases it.';
comment on column restore_hold.id is 'Always true, so that the table has at most one row.';
comment on column restore_hold.backup_at is 'The moment whose rows the backup holds.';

create table erasure_to_repeat (
  person_id uuid primary key,
  erased_at timestamptz not null
);
comment on table erasure_to_repeat is
  'Accounts that were deleted after the backup which this database was restored from. A row is removed when its account is deleted again.';
