-- A card holder's bank may dispute a charge. While a dispute is open, the seats and the gift card of the order are
-- frozen. When it is lost, they end.

create table dispute (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payment on delete restrict,
  provider_dispute_id text not null unique,
  -- inquiry: the bank only asks, and has taken no money
  state text not null check (state in ('inquiry', 'open', 'closed', 'won', 'lost')),
  -- what the bank disputes, at most what was charged
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  -- until when the shop may answer at the provider; null where no answer is possible
  answer_by timestamptz,
  -- when the provider opened it
  opened_at timestamptz not null,
  -- when the provider was asked for the state: of two answers the later one counts
  provider_state_at timestamptz not null,
  decided_at timestamptz,
  check ((decided_at is not null) = (state in ('closed', 'won', 'lost')))
);
create index dispute_payment on dispute (payment_id);
create index dispute_open on dispute (answer_by) where state in ('inquiry', 'open');

-- The money of a dispute. What the provider took and gave back has its id there; what was written off has none.
create table dispute_movement (
  id uuid primary key default uuidv7(),
  dispute_id uuid not null references dispute on delete restrict,
  kind text not null check (kind in ('withdrawn', 'reinstated', 'written-off', 'recovered')),
  provider_movement_id text unique,
  amount_minor bigint not null check (amount_minor > 0),
  -- what the provider charged for it; negative where it gave a fee back. May be of another currency.
  fee_minor bigint not null default 0,
  fee_currency text not null check (fee_currency ~ '^[A-Z]{3}$'),
  at timestamptz not null,
  check ((provider_movement_id is not null) = (kind in ('withdrawn', 'reinstated')))
);
create index dispute_movement_dispute on dispute_movement (dispute_id);
create trigger dispute_movement_fixed before update or delete on dispute_movement
  for each row execute function refuse_change();

insert into transition (machine, from_state, to_state) values
  ('dispute', 'inquiry', 'open'),
  ('dispute', 'inquiry', 'closed'),
  ('dispute', 'inquiry', 'won'),
  ('dispute', 'inquiry', 'lost'),
  ('dispute', 'open', 'closed'),
  ('dispute', 'open', 'won'),
  ('dispute', 'open', 'lost'),
  ('dispute', 'closed', 'open'),
  ('dispute', 'closed', 'won'),
  ('dispute', 'closed', 'lost'),
  ('dispute', 'won', 'open'),
  ('dispute', 'won', 'lost'),
  ('dispute', 'lost', 'open'),
  ('dispute', 'lost', 'won');
create trigger dispute_transition before update of state on dispute
  for each row execute function guard_transition('dispute');

alter table enrolment
  -- no access while a payment of its order is disputed; `orders.paused_at` is about an overdue balance
  add column frozen_at timestamptz;

-- Nothing can be spent from an account that is frozen.
alter table ledger_account
  add column frozen_at timestamptz,
  add constraint ledger_account_frozen check (frozen_at is null or kind = 'gift-card'),
  drop constraint ledger_account_kind_check,
  add constraint ledger_account_kind_check check (kind in
    ('provider', 'sales', 'refunds', 'gift-card', 'credit', 'held', 'promotion', 'disputed', 'dispute-losses'));
alter table ledger_transaction
  drop constraint ledger_transaction_kind_check,
  add constraint ledger_transaction_kind_check check (kind in
    ('charge', 'refund', 'refund-failed', 'issue', 'hold', 'release', 'void', 'dispute', 'dispute-fee'));

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

-- Nobody keeps access by a payment whose dispute is open or lost.
create function dispute_must_freeze() returns trigger language plpgsql as $$
begin
  if exists (
    select from dispute d join payment p on p.id = d.payment_id join enrolment e on e.order_id = p.order_id
    where d.id = new.id and e.state <> 'cancelled' and (d.state = 'lost' or d.state = 'open' and e.frozen_at is null)) then
    raise exception 'dispute % leaves access open', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger dispute_freezes after insert or update of state on dispute deferrable initially deferred
  for each row when (new.state in ('open', 'lost')) execute function dispute_must_freeze();

-- What a bank took back is not sent back once more.
create or replace function refunds_within_payment() returns trigger language plpgsql as $$
declare paid bigint;
begin
  select amount_minor into paid from payment where id = new.payment_id for update;
  if (select sum(amount_minor) from refund where payment_id = new.payment_id and state not in ('failed', 'dropped'))
    + (select coalesce(sum(amount_minor), 0) from dispute where payment_id = new.payment_id and state = 'lost') > paid then
    raise exception 'payment % would be sent back more than once', new.payment_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- The sandbox's own disputes.
create table sandbox.dispute (
  id text primary key,
  intent_id text not null references sandbox.intent,
  status text not null check (status in ('inquiry', 'open', 'closed', 'won', 'lost')),
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  answer_by timestamptz not null,
  created_at timestamptz not null default now()
);
create index sandbox_dispute_intent on sandbox.dispute (intent_id);
create table sandbox.dispute_movement (
  id text primary key,
  dispute_id text not null references sandbox.dispute,
  -- negative: taken from the shop
  amount_minor bigint not null,
  fee_minor bigint not null,
  created_at timestamptz not null default now()
);
create index sandbox_dispute_movement on sandbox.dispute_movement (dispute_id);
