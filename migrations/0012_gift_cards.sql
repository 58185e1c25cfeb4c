-- Gift cards. Their balances are accounts of the ledger (docs/contract §5).

create table gift_card (
  id uuid primary key default gen_random_uuid(),
  code_mac bytea not null unique check (octet_length(code_mac) = 32),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  issued_minor bigint not null check (issued_minor > 0),
  created_at timestamptz not null default now()
);
comment on table gift_card is 'Gift cards that were issued.';
comment on column gift_card.code_mac is 'HMAC of the code. The code itself is only in the recipient''s mail.';
comment on column gift_card.issued_minor is 'Value at the issue, in minor units. The balance is in ledger_account.';

-- Owner: orders
create table gift_card_purchase (
  order_id uuid primary key references orders on delete restrict,
  amount_minor bigint not null check (amount_minor > 0),
  recipient_name text not null,
  recipient_email text not null check (recipient_email = lower(recipient_email)),
  message text not null default '',
  send_at timestamptz not null,
  gift_card_id uuid unique references gift_card on delete restrict,
  delivered_at timestamptz,
  cancelled_at timestamptz,
  erase_when_sent boolean not null default false,
  check ((gift_card_id is null) = (delivered_at is null)),
  check (delivered_at is null or cancelled_at is null)
);
comment on table gift_card_purchase is 'A gift card that an order buys. The code is created when the card is delivered.';
comment on column gift_card_purchase.amount_minor is 'Value of the card, in minor units.';
comment on column gift_card_purchase.message is 'The buyer''s words to the recipient.';
comment on column gift_card_purchase.cancelled_at is 'When the purchase was refunded before the delivery.';
comment on column gift_card_purchase.erase_when_sent is
  'Buyer or recipient deleted their account: the recipient''s data is deleted right after the delivery.';
create index gift_card_purchase_waiting on gift_card_purchase (send_at) where delivered_at is null and cancelled_at is null;
create index gift_card_purchase_recipient on gift_card_purchase (coalesce(delivered_at, cancelled_at))
  where recipient_email not like '%@deleted.invalid';
