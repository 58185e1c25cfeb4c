-- Saved cards for the balance of a deposit (docs/contract.md §5 price rule 10 and §31, docs/decisions/0047).

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
