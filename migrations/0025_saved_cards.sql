-- Saved cards for the balance of a deposit (docs/contract §5 price rule 10 and §31, docs/decisions/0047).
-- Owner: orders

create table card_mandate (
  order_id uuid primary key references orders on delete cascade,
  mandate_text text not null check (mandate_text <> ''),
  mandate_version integer not null check (mandate_version > 0),
  agreed_at timestamptz not null,
  provider text check (provider in ('sandbox', 'stripe')),
  provider_customer_id text,
  provider_method_id text,
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  notified_at timestamptz,
  charge_at timestamptz,
  attempts smallint not null default 0 check (attempts between 0 and 2),
  payment_id uuid unique references payment on delete restrict,
  failure_code text,
  ended_at timestamptz,
  ended_because text check (ended_because in ('paid', 'removed', 'failed', 'closed')),
  detached_at timestamptz,
  constraint card_mandate_card check (
    (provider is null) = (provider_method_id is null) and (provider is null) = (provider_customer_id is null)
    and (provider is null) = (card_last4 is null)),
  constraint card_mandate_notice check ((notified_at is null) = (charge_at is null) and (attempts = 0 or notified_at is not null)),
  constraint card_mandate_notice_before check (charge_at >= notified_at + interval '72 hours'),
  constraint card_mandate_end check ((ended_at is null) = (ended_because is null)),
  constraint card_mandate_detached check (detached_at is null or (ended_at is not null and provider is not null))
);
comment on table card_mandate is 'The buyer''s consent to charge the balance of a deposit to the card of the deposit, and the use of it.';
comment on column card_mandate.mandate_text is 'The text that the buyer agreed to.';
comment on column card_mandate.mandate_version is 'The version of the text.';
comment on column card_mandate.provider is 'The provider that keeps the card. Null until the deposit was paid by a card.';
comment on column card_mandate.provider_method_id is 'The card at the provider.';
comment on column card_mandate.notified_at is 'When the e-mail about the charge was queued.';
comment on column card_mandate.charge_at is 'The earliest time of the next attempt, at least 3 days after the notice.';
comment on column card_mandate.attempts is 'Attempts to charge, at most 2.';
comment on column card_mandate.payment_id is 'The attempt in progress. Null between two attempts.';
comment on column card_mandate.failure_code is 'Why the last attempt was declined.';
comment on column card_mandate.ended_because is
  'paid: the balance was paid. removed: by the buyer, or with the account. failed: after the last attempt. closed: the order was refunded, cancelled or disputed.';
comment on column card_mandate.detached_at is 'When the provider deleted the card.';
create index card_mandate_active on card_mandate (charge_at) where ended_at is null and provider is not null;
create index card_mandate_detach on card_mandate (ended_at) where ended_at is not null and provider is not null and detached_at is null;

-- An ended mandate never charges again, and an attempt needs a live mandate. The payment of an attempt is a balance.
create function guard_card_mandate() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and (new.ended_at is distinct from old.ended_at or new.attempts <> old.attempts
      or new.provider_method_id is distinct from old.provider_method_id) then
    raise exception 'the card mandate of order % has ended', old.order_id using errcode = 'check_violation';
  end if;
  if new.attempts < old.attempts or new.attempts > old.attempts + 1 then
    raise exception 'the attempts of order % are counted one by one', old.order_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger card_mandate_guard before update on card_mandate for each row execute function guard_card_mandate();

-- Saved cards for the buyer's next course (docs/contract §31).
create table reusable_card (
  order_id uuid primary key references orders on delete cascade,
  consent_text text not null check (consent_text <> ''),
  consent_version integer not null check (consent_version > 0),
  agreed_at timestamptz not null,
  provider text check (provider in ('sandbox', 'stripe')),
  provider_customer_id text,
  provider_method_id text,
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  expires_month smallint check (expires_month between 1 and 12),
  expires_year smallint check (expires_year between 2000 and 2199),
  ended_at timestamptz,
  ended_because text check (ended_because in ('removed', 'replaced', 'lost', 'disputed')),
  detached_at timestamptz,
  constraint reusable_card_card check (
    (provider is null) = (provider_method_id is null) and (provider is null) = (provider_customer_id is null)
    and (provider is null) = (card_brand is null) and (provider is null) = (card_last4 is null)
    and (provider is null) = (expires_month is null) and (provider is null) = (expires_year is null)),
  constraint reusable_card_end check ((ended_at is null) = (ended_because is null)),
  constraint reusable_card_detached check (detached_at is null or (ended_at is not null and provider is not null))
);
comment on table reusable_card is 'The buyer''s consent to keep the card of an order for the next course. Only the buyer pays with it.';
comment on column reusable_card.order_id is 'The order at which the buyer agreed. It names the card in requests.';
comment on column reusable_card.consent_text is 'The text that the buyer agreed to.';
comment on column reusable_card.consent_version is 'The version of the text.';
comment on column reusable_card.provider is 'The provider that keeps the card. Null until the order was paid by a card.';
comment on column reusable_card.provider_method_id is 'The card at the provider. A mandate may have the same one.';
comment on column reusable_card.expires_year is 'The card is valid to the end of expires_month of this year.';
comment on column reusable_card.ended_because is
  'removed: by the buyer, or with the account. replaced: the buyer keeps the card of a later order. lost: the provider does not have the card any more. disputed: a payment with the card was disputed.';
comment on column reusable_card.detached_at is 'When the provider deleted the card.';
create index reusable_card_live on reusable_card (provider_method_id) where ended_at is null and provider is not null;
create index reusable_card_detach on reusable_card (ended_at) where ended_at is not null and provider is not null and detached_at is null;
create index card_mandate_method on card_mandate (provider_method_id) where ended_at is null and provider is not null;

-- An ended consent never pays again, and its card never changes.
create function guard_reusable_card() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and (new.ended_at is distinct from old.ended_at
      or new.provider_method_id is distinct from old.provider_method_id) then
    raise exception 'the reusable card of order % has ended', old.order_id using errcode = 'check_violation';
  end if;
  if old.provider is not null and new.provider_method_id is distinct from old.provider_method_id then
    raise exception 'the reusable card of order % is another one', old.order_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger reusable_card_guard before update on reusable_card for each row execute function guard_reusable_card();

alter table payment add column reusable_card_id uuid references reusable_card on delete set null;
comment on column payment.reusable_card_id is 'The reusable card that the buyer chose for this attempt. Null: the buyer enters a card.';
alter table payment add column saves_card text check (saves_card in ('balance', 'next-course'));
comment on column payment.saves_card is 'The purpose for which the provider saves the entered card. balance: also for charges while the buyer is away. next-course: for payments by the buyer only. Null: it is not saved.';
create index payment_reusable_card on payment (reusable_card_id) where reusable_card_id is not null;

-- A reusable card pays orders of the person who kept it, and of nobody else, at the provider that keeps it.
create function guard_reusable_card_use() returns trigger language plpgsql as $$
begin
  if not exists (select from reusable_card k join orders o on o.id = k.order_id join orders bought on bought.id = new.order_id
      where k.order_id = new.reusable_card_id and k.ended_at is null and k.provider = new.provider
        and o.person_id = bought.person_id) then
    raise exception 'payment % may not use this reusable card', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_reusable_card_insert before insert on payment for each row
  when (new.reusable_card_id is not null) execute function guard_reusable_card_use();
create trigger payment_reusable_card_update before update of reusable_card_id on payment for each row
  when (new.reusable_card_id is not null and new.reusable_card_id is distinct from old.reusable_card_id) execute function guard_reusable_card_use();
