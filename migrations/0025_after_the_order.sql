-- What follows an order: balances, refunds, cancellations, and gift cards that are bought.

alter table orders
  -- what is no longer to be paid, because its seat was cancelled before it was: the sum of its lines'
  add column waived_minor bigint not null default 0 check (waived_minor between 0 and total_minor),
  add column balance_paid_at timestamptz,
  add column balance_reminders smallint not null default 0 check (balance_reminders between 0 and 3),
  -- overdue: what it bought is closed until it is paid, and never deleted
  add column paused_at timestamptz,
  add constraint orders_balance_of_deposit check (balance_due_at is not null or (balance_paid_at is null and paused_at is null)),
  add constraint orders_paused_while_unpaid check (paused_at is null or balance_paid_at is null);
create index orders_balance on orders (balance_due_at) where state = 'complete' and balance_due_at is not null and balance_paid_at is null;

-- Who had money sent back, why, and for which seats. It may go back over several payments, each a refund of its own.
create table refund_request (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete restrict,
  cause text not null check (cause in ('admin', 'enrolment-cancelled', 'cohort-cancelled')),
  asked_by uuid not null references person on delete restrict,
  reason text not null check (reason <> ''),
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null default now()
);
create index refund_request_order on refund_request (order_id);

create table refund_request_line (
  request_id uuid not null references refund_request on delete restrict,
  line_id uuid not null references order_line on delete restrict,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (request_id, line_id)
);
create index refund_request_line_line on refund_request_line (line_id);

alter table refund add column request_id uuid references refund_request on delete restrict;
create index refund_queued on refund (created_at) where state = 'queued';

-- Sent back or about to be, it is never more than was paid, whoever asks at the same moment.
create function refunds_within_payment() returns trigger language plpgsql as $$
declare paid bigint;
begin
  select amount_minor into paid from payment where id = new.payment_id for update;
  if (select sum(amount_minor) from refund where payment_id = new.payment_id) > paid then
    raise exception 'payment % would be sent back more than once', new.payment_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger refund_within_payment after insert on refund for each row execute function refunds_within_payment();

alter table enrolment
  add column cancelled_at timestamptz,
  add column cancelled_by uuid references person on delete restrict,
  add column cancel_reason text;
create table cohort_cancellation (
  course_code text primary key references cohort on delete restrict,
  cancelled_by uuid not null references person on delete restrict,
  reason text not null check (reason <> ''),
  cancelled_at timestamptz not null default now()
);

-- A gift card that is bought. Its code is made when it is delivered, and stands nowhere but in that mail.
create table gift_card_purchase (
  order_id uuid primary key references orders on delete restrict,
  amount_minor bigint not null check (amount_minor > 0),
  recipient_name text not null,
  recipient_email text not null check (recipient_email = lower(recipient_email)),
  message text not null default '',
  send_at timestamptz not null,
  gift_card_id uuid unique references gift_card on delete restrict,
  delivered_at timestamptz,
  -- paid back before it was delivered
  cancelled_at timestamptz,
  check ((gift_card_id is null) = (delivered_at is null)),
  check (delivered_at is null or cancelled_at is null)
);
create index gift_card_purchase_waiting on gift_card_purchase (send_at) where delivered_at is null and cancelled_at is null;
alter table ledger_transaction
  drop constraint ledger_transaction_kind_check,
  add constraint ledger_transaction_kind_check check (kind in ('charge', 'refund', 'issue', 'hold', 'release', 'void'));
alter table order_line
  add column waived_minor bigint not null default 0,
  add constraint order_line_once check (waived_minor >= 0 and waived_minor + refunded_minor <= amount_minor),
  drop constraint order_line_kind_check,
  add constraint order_line_kind_check check (kind in ('seats', 'gift-card'));

-- A gift card has no seat.
create or replace function order_must_be_seated() returns trigger language plpgsql as $$
begin
  if exists (select from gift_card_purchase where order_id = new.id) then return null; end if;
  if (select count(*) from enrolment where order_id = new.id) < new.seats then
    raise exception 'order % is complete without its enrolments', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
