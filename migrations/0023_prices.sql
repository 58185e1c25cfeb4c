-- Prices in full: several seats, discounts, deposits, and gift cards and credit as tender.

-- A gift card is an account of the books; only the mark (HMAC) of its code is kept.
create table gift_card (
  id uuid primary key default gen_random_uuid(),
  code_mac bytea not null unique check (octet_length(code_mac) = 32),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  issued_minor bigint not null check (issued_minor > 0),
  created_at timestamptz not null default now()
);

-- `held` is what orders have in hand and have not spent yet; `promotion` pays for what is given away.
alter table ledger_account
  drop constraint ledger_account_kind_check,
  add constraint ledger_account_kind_check
    check (kind in ('provider', 'sales', 'refunds', 'gift-card', 'credit', 'held', 'promotion')),
  -- what is owed to a person stands on the credit side, and nobody can spend more than that
  add constraint ledger_account_not_overspent check (kind not in ('gift-card', 'credit') or balance <= 0);
alter table ledger_transaction
  drop constraint ledger_transaction_kind_check,
  add constraint ledger_transaction_kind_check check (kind in ('charge', 'refund', 'issue', 'hold', 'release'));

alter table quote
  add column discount_kind text check (discount_kind in ('group', 'promo')),
  -- what was typed, also where the group's discount is the better one
  add column promo_code text references promo_code on delete cascade,
  add column deposit_minor bigint check (deposit_minor > 0 and deposit_minor < total_minor),
  add column balance_due_at timestamptz,
  add column gift_card_id uuid references gift_card on delete cascade,
  add column gift_card_minor bigint not null default 0 check (gift_card_minor >= 0),
  add column credit_person_id uuid references person on delete cascade,
  add column credit_minor bigint not null default 0 check (credit_minor >= 0),
  add check ((deposit_minor is null) = (balance_due_at is null)),
  add check (discount_kind <> 'promo' or promo_code is not null),
  add check ((discount_kind is null) = (total_minor = subtotal_minor)),
  add check (gift_card_id is not null or gift_card_minor = 0),
  add check (credit_person_id is not null or credit_minor = 0),
  add check (gift_card_minor + credit_minor <= total_minor);
