-- Money also goes back at the provider's own desk, and what a provider has taken to pay back may fail days later.

alter table refund
  drop constraint refund_state_check,
  -- stopped: what failed is still to go back, and waits for somebody to say so
  add constraint refund_state_check check (state in ('queued', 'accepted', 'failed', 'stopped')),
  drop constraint refund_check,
  add constraint refund_told check ((state in ('accepted', 'failed')) = (provider_refund_id is not null)),
  -- one refund at the provider's desk may be several of those that waited here
  drop constraint refund_provider_refund_id_key,
  add column made_at text not null default 'here' check (made_at in ('here', 'provider')),
  -- who had it sent once more
  add column asked_by uuid references person on delete restrict;
create unique index refund_told_once on refund (provider_refund_id, coalesce(request_id, payment_id)) where provider_refund_id is not null;
-- what an operator has to decide: whose seats it was for, or that it goes out again
create index refund_undecided on refund (payment_id)
  where state = 'stopped' or (made_at = 'provider' and state = 'accepted' and request_id is null);

alter table refund_request
  drop constraint refund_request_cause_check,
  add constraint refund_request_cause_check check (cause in ('admin', 'enrolment-cancelled', 'cohort-cancelled', 'provider'));

-- What failed did not go back.
create or replace function refunds_within_payment() returns trigger language plpgsql as $$
declare paid bigint;
begin
  select amount_minor into paid from payment where id = new.payment_id for update;
  if (select sum(amount_minor) from refund where payment_id = new.payment_id and state <> 'failed') > paid then
    raise exception 'payment % would be sent back more than once', new.payment_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

alter table ledger_transaction
  drop constraint ledger_transaction_kind_check,
  add constraint ledger_transaction_kind_check
    check (kind in ('charge', 'refund', 'refund-failed', 'issue', 'hold', 'release', 'void'));

insert into transition (machine, from_state, to_state) values
  ('refund', 'accepted', 'failed'),
  ('refund', 'stopped', 'queued'),
  ('refund', 'stopped', 'accepted'),
  ('payment', 'returned', 'returning'),
  ('order', 'returned', 'returning');

-- The sandbox's desk.
alter table sandbox.refund
  add column status text not null default 'succeeded' check (status in ('succeeded', 'failed')),
  add column created_at timestamptz not null default now();
create index sandbox_refund_intent on sandbox.refund (intent_id);
