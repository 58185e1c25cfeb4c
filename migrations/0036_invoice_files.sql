-- An invoice is drawn once and stored: to draw a PDF takes a hundred times as long as to read it.
-- The hash covers everything that the PDF says, so that a refund leads to a new one.
create table invoice_file (
  order_id uuid not null references orders on delete cascade,
  names_buyer boolean not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (order_id, names_buyer)
);
create index invoice_file_age on invoice_file (created_at);

-- A name that is erased from an order, or from its lines, is erased from its PDF too.
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

-- The page that a message came from is a path of this site: `//host` would be another one.
update support_conversation set page = '/' where page !~ '^/([^/\\]|$)';
alter table support_conversation add constraint support_conversation_page check (page ~ '^/([^/\\]|$)');
