-- The ledger: double-entry books of all money (docs/contract §5).

create table ledger_account (
  id text primary key,
  kind text not null check (kind in
    ('provider', 'sales', 'refunds', 'gift-card', 'credit', 'held', 'promotion', 'disputed', 'dispute-losses')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  balance bigint,
  frozen_at timestamptz,
  constraint ledger_account_balance_where_owed check ((balance is not null) = (kind in ('gift-card', 'credit'))),
  constraint ledger_account_frozen check (frozen_at is null or kind = 'gift-card'),
  constraint ledger_account_not_overspent check (kind not in ('gift-card', 'credit') or balance <= 0)
);
create index ledger_account_person on ledger_account (split_part(id, ':', 2)) where kind = 'credit';
comment on table ledger_account is
  'Accounts of the books. A gift card or a credit is a debt to its owner: its balance is negative and never above zero.';
comment on column ledger_account.id is 'Such as sales:USD, gift-card:<id> or credit:<person>:USD.';
comment on column ledger_account.kind is
  'held: tender reserved for open orders. promotion: pays for what is given away. disputed: withdrawn by banks.';
comment on column ledger_account.balance is
  'Sum of the entries, in minor units. Only for gift cards and credit: elsewhere all sales would wait for one row.';
comment on column ledger_account.frozen_at is 'Since then a dispute about the gift card''s purchase stops all spending.';

create table ledger_transaction (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in
    ('charge', 'refund', 'refund-failed', 'issue', 'hold', 'release', 'void', 'void-reversed', 'dispute', 'dispute-fee',
     'reward', 'reward-reversed')),
  reference uuid not null,
  at timestamptz not null default now(),
  unique (kind, reference)
);
comment on table ledger_transaction is 'One movement of money. Its entries sum to zero in each currency.';
comment on column ledger_transaction.kind is
  'issue, void: a gift card''s start and end. void-reversed: the bank changed its decision. hold, release: tender reserved for an order, and returned. reward, reward-reversed: credit for a referral, and its end.';
comment on column ledger_transaction.reference is
  'The payment, refund, gift card, referral or dispute movement. The unique key books each of them once. void, void-reversed: a new id.';

create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transaction on delete restrict,
  account_id text not null references ledger_account on delete restrict,
  amount bigint not null check (amount <> 0)
);
comment on table ledger_entry is 'One side of a movement. Append-only.';
comment on column ledger_entry.amount is 'Minor units; positive is a debit, negative a credit.';
create index ledger_transaction_at on ledger_transaction (at);
create index ledger_entry_transaction on ledger_entry (transaction_id);
create index ledger_entry_account on ledger_entry (account_id);

-- The entries of a transaction sum to zero in each currency. Checked at the commit, when all entries are there.
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
create constraint trigger ledger_balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function ledger_must_balance();

-- Adds an entry to the balance of its gift card or credit. The check on the balance then refuses overspending
-- (docs/decisions/0015).
create function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  update ledger_account set balance = balance + new.amount where id = new.account_id and balance is not null;
  return null;
end $$;
create trigger ledger_balance_updated after insert on ledger_entry
  for each row execute function ledger_keep_balance();

-- Refuses to hold tender from a frozen gift card (docs/contract §5, disputes).
create function refuse_frozen_spending() returns trigger language plpgsql as $$
begin
  if new.amount > 0 and exists (select from ledger_account where id = new.account_id and frozen_at is not null)
    and exists (select from ledger_transaction where id = new.transaction_id and kind = 'hold') then
    raise exception 'account % is frozen', new.account_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_entry_not_frozen before insert on ledger_entry
  for each row when (new.account_id like 'gift-card:%') execute function refuse_frozen_spending();

create trigger ledger_entry_fixed before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_transaction_fixed before update or delete on ledger_transaction
  for each row execute function refuse_change();
