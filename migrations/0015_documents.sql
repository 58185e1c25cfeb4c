-- Receipts, invoices and credit notes (docs/contract §5 and §32, docs/decisions/0046).

create table document_series (
  series text primary key check (series in ('invoice', 'credit-note')),
  last_number bigint not null default 0 check (last_number >= 0)
);
comment on table document_series is 'The last number of each series. It only grows by one, in the transaction that issues the document.';
insert into document_series (series) values ('invoice'), ('credit-note');

create table invoice (
  number bigint primary key check (number > 0),
  order_id uuid not null unique references orders on delete restrict,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  issued_at timestamptz not null default now()
);
comment on table invoice is 'The invoice of a paid order. It is issued at the commit that completes the order, and never changes.';
comment on column invoice.number is 'Without gaps. The order''s own number has gaps, because unpaid orders have one too.';
comment on column invoice.amount_minor is 'The total of the order, in minor units. A deposit is a payment of it.';

create table credit_note (
  number bigint primary key check (number > 0),
  order_id uuid not null references invoice (order_id) on delete restrict,
  request_id uuid references refund_request on delete restrict,
  amount_minor bigint not null check (amount_minor <> 0),
  waived_minor bigint not null,
  tax_minor bigint,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  issued_at timestamptz not null default now()
);
comment on table credit_note is
  'Takes back a part of an invoice. The credit notes of an order sum to the refunded and waived amounts of its lines.';
comment on column credit_note.request_id is 'The refund that it is for. Null: only an unpaid part was waived, or an earlier note is corrected.';
comment on column credit_note.amount_minor is
  'Minor units, including tax. Negative: corrects earlier notes, because a refund was not made that way.';
comment on column credit_note.tax_minor is
  'Its share of the tax: the invoice''s tax less all shares is always the tax in the rest of the invoice. Null without tax.';
comment on column credit_note.waived_minor is 'The part of the amount that had not been paid, and is not due any more.';
create index credit_note_order on credit_note (order_id);
create index credit_note_request on credit_note (request_id) where request_id is not null;

create table credit_note_line (
  credit_note_number bigint not null references credit_note on delete restrict,
  line_id uuid not null references order_line on delete restrict,
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (credit_note_number, line_id)
);
comment on table credit_note_line is 'The lines of a credit note. They sum to its amount.';
comment on column credit_note_line.amount_minor is 'Minor units, including tax.';
create index credit_note_line_line on credit_note_line (line_id);

create trigger invoice_fixed before update or delete on invoice for each row execute function refuse_change();
create trigger credit_note_fixed before update or delete on credit_note for each row execute function refuse_change();
create trigger credit_note_line_fixed before update or delete on credit_note_line for each row execute function refuse_change();

-- A number is the last one of its series, and the last one of a series grows by one.
create function guard_document_series() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.series <> old.series or new.last_number <> old.last_number + 1 then
    raise exception 'the series % has no gaps', old.series using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger document_series_grows before update or delete on document_series
  for each row execute function guard_document_series();

create function guard_document_number() returns trigger language plpgsql as $$
begin
  if new.number <> (select last_number from document_series where series = tg_argv[0]) then
    raise exception '% % is not the next number', tg_argv[0], new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger invoice_next before insert on invoice for each row execute function guard_document_number('invoice');
create trigger credit_note_next before insert on credit_note for each row execute function guard_document_number('credit-note');

create function number_must_be_used() returns trigger language plpgsql as $$
begin
  if not (new.series = 'invoice' and exists (select from invoice where number = new.last_number)
    or new.series = 'credit-note' and exists (select from credit_note where number = new.last_number)) then
    raise exception 'the number % of the series % has no document', new.last_number, new.series using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger document_series_used after update on document_series deferrable initially deferred
  for each row execute function number_must_be_used();

-- Issues the invoice at the commit of the transaction that completes an order with a price. The row of the series is
-- locked from there until the end of the commit, so that other payments hardly wait.
create function issue_invoice() returns trigger language plpgsql as $$
declare next_number bigint;
begin
  if exists (select from invoice where order_id = new.id) then return null; end if;
  update document_series set last_number = last_number + 1 where series = 'invoice' returning last_number into next_number;
  insert into invoice (number, order_id, amount_minor, currency) values (next_number, new.id, new.total_minor, new.currency);
  return null;
end $$;
create constraint trigger orders_invoice after insert or update of state on orders deferrable initially deferred
  for each row when (new.state = 'complete' and new.total_minor > 0) execute function issue_invoice();

-- Issues one credit note at the commit of a transaction that refunded or waived a part of an invoiced order, over all
-- that has no credit note yet. refund_request.created_at is the time of the transaction, as now() is.
create function issue_credit_note() returns trigger language plpgsql as $$
declare next_number bigint; total bigint; waived bigint; code text; rest bigint; rate integer;
begin
  select i.currency, o.tax_rate, i.amount_minor - coalesce((select sum(n.amount_minor) from credit_note n where n.order_id = i.order_id), 0)
    into code, rate, rest from invoice i join orders o on o.id = i.order_id where i.order_id = new.order_id;
  if not found then return null; end if;
  select coalesce(sum(refunded_minor + waived_minor), 0) - coalesce((select sum(amount_minor) from credit_note where order_id = new.order_id), 0),
      coalesce(sum(waived_minor), 0) - coalesce((select sum(waived_minor) from credit_note where order_id = new.order_id), 0)
    into total, waived from order_line where order_id = new.order_id;
  if total = 0 then return null; end if;
  update document_series set last_number = last_number + 1 where series = 'credit-note' returning last_number into next_number;
  insert into credit_note (number, order_id, request_id, amount_minor, waived_minor, tax_minor, currency) values (next_number, new.order_id,
    (select id from refund_request where order_id = new.order_id and created_at = now() and total > 0 order by id limit 1), total, waived,
    included_tax(rest, rate) - included_tax(rest - total, rate), code);
  insert into credit_note_line (credit_note_number, line_id, amount_minor)
    select next_number, line.id, line.refunded_minor + line.waived_minor - coalesce(earlier.minor, 0)
    from order_line line left join lateral (
      select sum(amount_minor) as minor from credit_note_line where line_id = line.id) earlier on true
    where line.order_id = new.order_id and line.refunded_minor + line.waived_minor <> coalesce(earlier.minor, 0);
  return null;
end $$;
create constraint trigger order_line_credit_note after update of refunded_minor, waived_minor on order_line deferrable initially deferred
  for each row when (old.refunded_minor <> new.refunded_minor or old.waived_minor <> new.waived_minor) execute function issue_credit_note();

create table invoice_file (
  order_id uuid not null references orders on delete cascade,
  names_buyer boolean not null,
  credit_note_number bigint not null default 0,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (order_id, credit_note_number, names_buyer)
);
comment on table invoice_file is 'Cached PDFs of invoices and credit notes: drawing one takes a hundred times as long as reading it.';
comment on column invoice_file.names_buyer is 'Whether the PDF has the buyer''s name and address.';
comment on column invoice_file.credit_note_number is '0: the invoice.';
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
