-- Refunds and disputes (docs/contract §5, docs/decisions/0013 and 0023).

create table refund_request (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete restrict,
  cause text not null check (cause in ('admin', 'enrolment-cancelled', 'cohort-cancelled', 'provider')),
  requested_by uuid not null references person on delete restrict,
  reason text not null check (reason <> ''),
  amount_minor bigint not null check (amount_minor >= 0),
  created_at timestamptz not null default now()
);
comment on table refund_request is 'A decision to refund: who, why, and for which lines. It may need a refund of several payments.';
comment on column refund_request.cause is 'provider: an admin assigned a refund that was made at the provider.';
comment on column refund_request.amount_minor is 'Minor units of the order''s currency. Zero if all of its refunds became void.';
create index refund_request_order on refund_request (order_id);
create index refund_request_person on refund_request (requested_by) where requested_by is not null;

create table refund_request_line (
  request_id uuid not null references refund_request on delete restrict,
  line_id uuid not null references order_line on delete restrict,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (request_id, line_id)
);
comment on table refund_request_line is 'The lines that a refund is for.';
create index refund_request_line_line on refund_request_line (line_id);

create table refund (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payment on delete restrict,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  state text not null default 'queued' check (state in ('queued', 'accepted', 'failed', 'on-hold', 'void')),
  provider_refund_id text,
  created_at timestamptz not null default now(),
  request_id uuid references refund_request on delete restrict,
  origin text not null default 'site' check (origin in ('site', 'provider')),
  sent_at timestamptz,
  requested_by uuid references person on delete restrict,
  constraint refund_has_provider_id check ((state in ('accepted', 'failed')) = (provider_refund_id is not null))
);
comment on table refund is 'Money sent back to one payment. A refund that the provider accepted may still fail days later.';
comment on column refund.amount_minor is 'Minor units of the payment''s currency.';
comment on column refund.state is
  'on-hold: it failed, and an admin decides whether it is sent again. void: a refund at the provider replaced it.';
comment on column refund.request_id is 'Null: a refund without a decision of ours, such as one that was made at the provider.';
comment on column refund.origin is 'site: started here. provider: made at the provider, beyond what the site had started.';
comment on column refund.sent_at is 'When the provider was last asked. It may still act on that request for some minutes.';
comment on column refund.requested_by is 'The admin who sent it again.';
create index refund_payment on refund (payment_id);
create index refund_requested_by on refund (requested_by) where requested_by is not null;
create index refund_queued on refund (created_at) where state = 'queued';
-- A provider's refund is stored once as ours, and once for what it paid beyond ours.
create unique index refund_provider_once on refund (provider_refund_id, origin) where provider_refund_id is not null;
-- Refunds that wait for an admin: which seats they are for, or whether they are sent again.
create index refund_unallocated on refund (payment_id)
  where state = 'on-hold' or (origin = 'provider' and state = 'accepted' and request_id is null);
create index refund_on_hold on refund (request_id) where state = 'on-hold';

insert into transition (machine, from_state, to_state) values
  ('refund', 'queued', 'accepted'),
  ('refund', 'queued', 'failed'),
  ('refund', 'queued', 'on-hold'),
  ('refund', 'queued', 'void'),
  ('refund', 'accepted', 'failed'),
  ('refund', 'on-hold', 'queued'),
  ('refund', 'on-hold', 'void');
create trigger refund_transition before update of state on refund for each row execute function guard_transition('refund');

-- The amount refunded for a line by our books that did not arrive, in minor units: its share of the refunds on hold.
create function on_hold_minor_of_line(line uuid) returns bigint language sql stable as $$
  select coalesce(sum(round(l.amount_minor * s.minor / q.amount_minor)), 0)::bigint
  from refund_request_line l join refund_request q on q.id = l.request_id and q.amount_minor > 0
  cross join lateral (select sum(amount_minor) as minor from refund where request_id = q.id and state = 'on-hold') s
  where l.line_id = line and s.minor > 0
$$;

create table dispute (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payment on delete restrict,
  provider_dispute_id text not null unique,
  state text not null check (state in ('inquiry', 'open', 'closed', 'won', 'lost')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  answer_by timestamptz,
  opened_at timestamptz not null,
  provider_state_at timestamptz not null,
  decided_at timestamptz,
  check ((decided_at is not null) = (state in ('closed', 'won', 'lost')))
);
comment on table dispute is
  'A card holder''s bank disputes a charge. Open: seats and gift card of the order are frozen. Lost: they end.';
comment on column dispute.state is 'inquiry: the bank only asks, and has taken no money.';
comment on column dispute.amount_minor is 'The amount that the bank disputes, in minor units; at most the charge.';
comment on column dispute.reason is 'The bank''s reason, such as fraudulent.';
comment on column dispute.answer_by is 'The deadline for an answer at the provider. Null: no answer is possible.';
comment on column dispute.opened_at is 'When the provider opened it.';
comment on column dispute.provider_state_at is 'When the provider was asked for the state. An older response is ignored.';
create index dispute_payment on dispute (payment_id);
create index dispute_open on dispute (answer_by) where state in ('inquiry', 'open');
create index dispute_lost on dispute (decided_at) where state = 'lost';

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
create trigger dispute_transition before update of state on dispute for each row execute function guard_transition('dispute');

create table dispute_movement (
  id uuid primary key default uuidv7(),
  dispute_id uuid not null references dispute on delete restrict,
  kind text not null check (kind in ('withdrawn', 'reinstated', 'written-off', 'recovered')),
  provider_movement_id text unique,
  amount_minor bigint not null check (amount_minor >= 0),
  fee_minor bigint not null default 0,
  fee_currency text not null check (fee_currency ~ '^[A-Z]{3}$'),
  at timestamptz not null,
  check (amount_minor > 0 or fee_minor <> 0),
  check ((provider_movement_id is not null) = (kind in ('withdrawn', 'reinstated')))
);
comment on table dispute_movement is 'The money of a dispute: withdrawn and reinstated by the provider, written off and recovered in our books.';
comment on column dispute_movement.amount_minor is 'Minor units of the dispute''s currency. Zero for a fee alone.';
comment on column dispute_movement.fee_minor is 'The provider''s fee, in minor units of fee_currency. Negative: a fee that was given back.';
create index dispute_movement_dispute on dispute_movement (dispute_id);
create trigger dispute_movement_fixed before update or delete on dispute_movement
  for each row execute function refuse_change();

-- Nobody keeps access through a payment whose dispute is open or lost. A payment that the order did not keep gave no
-- access. Checked at the commit (docs/decisions/0023).
create function dispute_must_freeze() returns trigger language plpgsql as $$
begin
  if exists (
    select from dispute d join payment p on p.id = d.payment_id join enrolment e on e.order_id = p.order_id
    where d.id = new.id and p.state = 'complete' and e.state <> 'cancelled' and (d.state = 'lost' or d.state = 'open' and e.frozen_at is null)) then
    raise exception 'dispute % leaves access open', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger dispute_freezes after insert or update of state on dispute deferrable initially deferred
  for each row when (new.state in ('open', 'lost')) execute function dispute_must_freeze();

-- Refunds and lost disputes of a payment never exceed it, also under concurrent changes (docs/contract §5). Failed
-- and void refunds do not count. Refunds that were made at the provider are facts, and are not checked.
create function refunds_within_payment() returns trigger language plpgsql as $$
declare paid bigint;
begin
  select amount_minor into paid from payment where id = new.payment_id for update;
  if (select sum(amount_minor) from refund where payment_id = new.payment_id and state not in ('failed', 'void'))
    + (select coalesce(sum(amount_minor), 0) from dispute where payment_id = new.payment_id and state = 'lost') > paid then
    raise exception 'payment % would be refunded above its amount', new.payment_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger refund_within_payment after insert on refund
  for each row when (new.state = 'queued') execute function refunds_within_payment();
