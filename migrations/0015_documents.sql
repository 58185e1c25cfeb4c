-- Receipts and invoices (docs/contract.md §5).

create table invoice_file (
  order_id uuid not null references orders on delete cascade,
  names_buyer boolean not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (order_id, names_buyer)
);
comment on table invoice_file is 'Cached invoice PDFs: drawing one takes a hundred times as long as reading it.';
comment on column invoice_file.names_buyer is 'Whether the PDF has the buyer''s name and address.';
comment on column invoice_file.content_hash is 'Hash of everything that the PDF says, so that a refund leads to a new PDF.';
comment on column invoice_file.content is 'The PDF.';
create index invoice_file_age on invoice_file (created_at);

-- Deletes the PDFs of an order whose buyer, or one of whose lines, was renamed or anonymised (docs/personal-data.md).
create function forget_invoice_file() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    delete from invoice_file where order_id = new.id;
  else
    delete from invoice_file where order_id = new.order_id;
  end if;
  return null;
end $$;
create trigger orders_forget_invoice_file after update of name, email on orders
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function forget_invoice_file();
create trigger order_line_forget_invoice_file after update of label on order_line
  for each row when (old.label is distinct from new.label)
  execute function forget_invoice_file();

create table receipt_request (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete restrict,
  requested_by uuid not null references person on delete restrict,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now()
);
comment on table receipt_request is 'Receipts that an admin sent again, and why.';
comment on column receipt_request.id is 'Part of the mail''s dedupe key, so that each request sends one mail.';
comment on column receipt_request.requested_by is 'The admin.';
create index receipt_request_order on receipt_request (order_id);
create index receipt_request_person on receipt_request (requested_by);
