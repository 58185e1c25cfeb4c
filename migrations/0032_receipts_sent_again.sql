-- Who had a receipt sent once more, and why. The mail's dedupe key names the row.
create table receipt_request (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete restrict,
  asked_by uuid not null references person on delete restrict,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now()
);
create index receipt_request_order on receipt_request (order_id);
