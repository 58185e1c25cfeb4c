-- A discount that is typed. What it may be used for is in the row; how often it was used is counted here alone.
create table promo_code (
  code text primary key check (code = upper(code) and code <> ''),
  label text not null,
  percent_off integer check (percent_off between 1 and 100),
  amount_off_minor bigint check (amount_off_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  min_seats integer not null default 1 check (min_seats between 1 and 10),
  scope text not null default 'all' check (scope in ('all', 'courses', 'offers')),
  -- prefix or course codes, or offer codes
  codes text[] not null default '{}',
  starts_at timestamptz,
  expires_at timestamptz,
  use_limit integer check (use_limit > 0),
  uses integer not null default 0 check (uses >= 0 and (use_limit is null or uses <= use_limit)),
  created_at timestamptz not null default now(),
  check (num_nonnulls(percent_off, amount_off_minor) = 1),
  check ((scope = 'all') = (codes = '{}'))
);
