-- What this database was created as. A start in another mode is refused: the passwords and gift card codes
-- of a demo are public and must never reach production.
create table installation (
  -- one row
  id boolean primary key default true check (id),
  created_mode text not null check (created_mode in ('demo', 'development', 'production')),
  -- null where the demo content was never put in; `running` after a crash in the middle
  demo_seed text check (demo_seed in ('running', 'complete')),
  created_at timestamptz not null default now(),
  check (created_mode <> 'production' or demo_seed is null)
);
