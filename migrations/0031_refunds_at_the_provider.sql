-- Money also goes back at the provider's own desk, and what a provider has taken to pay back may fail days later.

alter table refund
  drop constraint refund_state_check,
  -- stopped: what failed is still to go back, and waits for somebody to say so; dropped: the provider
  -- never took it, because what went back at the provider's desk stands for it
  add constraint refund_state_check check (state in ('queued', 'accepted', 'failed', 'stopped', 'dropped')),
  drop constraint refund_check,
  add constraint refund_told check ((state in ('accepted', 'failed')) = (provider_refund_id is not null)),
  drop constraint refund_provider_refund_id_key,
  add column made_at text not null default 'here' check (made_at in ('here', 'provider')),
  -- when the provider was asked last: for some minutes it may yet take it, whatever it answered
  add column sent_at timestamptz,
  -- who had it sent once more
  add column asked_by uuid references person on delete restrict;
update refund set sent_at = created_at where state = 'queued';
-- one of ours, and what the provider paid beyond it
create unique index refund_told_once on refund (provider_refund_id, made_at) where provider_refund_id is not null;
-- what an operator has to decide: whose seats it was for, or that it goes out again
create index refund_undecided on refund (payment_id)
  where state = 'stopped' or (made_at = 'provider' and state = 'accepted' and request_id is null);
create index refund_stopped on refund (request_id) where state = 'stopped';

alter table refund_request
  -- nothing, where all of it was dropped
  drop constraint refund_request_amount_minor_check,
  add constraint refund_request_amount_minor_check check (amount_minor >= 0),
  drop constraint refund_request_cause_check,
  add constraint refund_request_cause_check check (cause in ('admin', 'enrolment-cancelled', 'cohort-cancelled', 'provider'));

-- What failed did not go back, and what was dropped never will. What has happened at the provider is not refused.
create or replace function refunds_within_payment() returns trigger language plpgsql as $$
declare paid bigint;
begin
  select amount_minor into paid from payment where id = new.payment_id for update;
  if (select sum(amount_minor) from refund where payment_id = new.payment_id and state not in ('failed', 'dropped')) > paid then
    raise exception 'payment % would be sent back more than once', new.payment_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger refund_within_payment on refund;
create trigger refund_within_payment after insert on refund
  for each row when (new.state = 'queued') execute function refunds_within_payment();

-- What of a line went back by our books and did not arrive.
create function stopped_of_line(line uuid) returns bigint language sql stable as $$
  select coalesce(sum(round(l.amount_minor * s.minor / q.amount_minor)), 0)::bigint
  from refund_request_line l join refund_request q on q.id = l.request_id and q.amount_minor > 0
  cross join lateral (select sum(amount_minor) as minor from refund where request_id = q.id and state = 'stopped') s
  where l.line_id = line and s.minor > 0
$$;

alter table ledger_transaction
  drop constraint ledger_transaction_kind_check,
  add constraint ledger_transaction_kind_check
    check (kind in ('charge', 'refund', 'refund-failed', 'issue', 'hold', 'release', 'void'));

insert into transition (machine, from_state, to_state) values
  ('refund', 'accepted', 'failed'),
  ('refund', 'queued', 'failed'),
  ('refund', 'queued', 'stopped'),
  ('refund', 'queued', 'dropped'),
  ('refund', 'stopped', 'queued'),
  ('refund', 'stopped', 'dropped'),
  ('payment', 'returned', 'returning'),
  ('order', 'returned', 'returning');

-- The sandbox's desk.
alter table sandbox.refund
  add column status text not null default 'succeeded' check (status in ('succeeded', 'failed')),
  add column created_at timestamptz not null default now();
create index sandbox_refund_intent on sandbox.refund (intent_id);
