-- Double-entry books: every movement of money is a transaction whose entries sum to nothing.
create table ledger_account (
  id text primary key,
  kind text not null check (kind in ('provider', 'sales', 'refunds')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  balance bigint not null default 0
);

create table ledger_transaction (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('charge', 'refund')),
  -- the payment or refund it books: each is booked once
  reference uuid not null,
  at timestamptz not null default now(),
  unique (kind, reference)
);

create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transaction on delete restrict,
  account_id text not null references ledger_account on delete restrict,
  -- minor units; positive is a debit
  amount bigint not null check (amount <> 0)
);
create index ledger_entry_transaction on ledger_entry (transaction_id);
create index ledger_entry_account on ledger_entry (account_id);

create function ledger_must_balance() returns trigger language plpgsql as $$
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
end $$;

create function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  update ledger_account set balance = balance + new.amount where id = new.account_id;
  return null;
end $$;

create constraint trigger ledger_balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_must_balance();
create trigger ledger_balance_kept after insert on ledger_entry
  for each row execute function ledger_keep_balance();
create trigger ledger_entry_fixed before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_transaction_fixed before update or delete on ledger_transaction
  for each row execute function refuse_change();
