-- A balance is kept where it bounds what can be spent: of what is owed to a person. Those of our own accounts are the
-- sum of their entries and are asked for by nobody in a hurry; kept, they were rows on which every sale of the whole
-- house waited for the one before it.
alter table ledger_account
  alter column balance drop not null,
  alter column balance drop default;
update ledger_account set balance = null where kind not in ('gift-card', 'credit');
alter table ledger_account
  add constraint ledger_account_balance_where_owed check ((balance is not null) = (kind in ('gift-card', 'credit')));

create or replace function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  update ledger_account set balance = balance + new.amount where id = new.account_id and balance is not null;
  return null;
end $$;
