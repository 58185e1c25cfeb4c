-- What a US dollar is worth elsewhere, for the price that is shown beside the one that is charged. Nothing is
-- ever charged by it. An operator keeps it current (docs/operate.md); the figures here are a beginning.
create table exchange_rate (
  currency text primary key check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  per_usd numeric(18, 6) not null check (per_usd > 0),
  -- the currency's habit: people there read prices in steps of this many minor units
  step_minor bigint not null check (step_minor > 0),
  as_of date not null
);

insert into exchange_rate (currency, per_usd, step_minor, as_of) values
  ('AUD', 1.52, 100, '2026-11-02'),
  ('BRL', 5.38, 100, '2026-11-02'),
  ('CAD', 1.39, 100, '2026-11-02'),
  ('EUR', 0.86, 100, '2026-11-02'),
  ('GBP', 0.75, 100, '2026-11-02'),
  ('INR', 88.6, 10000, '2026-11-02'),
  ('JPY', 152, 100, '2026-11-02'),
  ('NGN', 1455, 100000, '2026-11-02'),
  ('PHP', 58.4, 10000, '2026-11-02'),
  ('SGD', 1.3, 100, '2026-11-02');
