-- Invoices and credit notes keep the seller and the title of their issue (docs/contract §32, docs/decisions/0071).

-- Owner: site
create table seller (
  id bigint primary key generated always as identity,
  lines text[] not null check (cardinality(lines) > 0),
  support_address text not null check (support_address <> ''),
  since timestamptz not null default now()
);
comment on table seller is
  'The sellers of this site, one after the other. New documents name the newest. The program adds one at its start and with the settings, if it differs.';
comment on column seller.lines is 'Legal name, address and tax number, as documents show them.';
comment on column seller.support_address is 'The address for questions about a document.';
comment on column seller.since is 'Time from which documents name this seller.';
create trigger seller_fixed before update or delete on seller for each row execute function refuse_change();

alter table invoice
  add column seller_id bigint references seller on delete restrict,
  add column title text check (title <> '');
alter table credit_note add column seller_id bigint references seller on delete restrict;
create index invoice_seller on invoice (seller_id);
create index credit_note_seller on credit_note (seller_id);
comment on column invoice.seller_id is 'The seller at the issue. Null: issued before sellers were kept, so the first one that was.';
comment on column invoice.title is 'The title of the course at the issue.';
comment on column credit_note.seller_id is 'The seller at the issue. Null: issued before sellers were kept, so the first one that was.';

create function get_ordered_title(cohort text) returns text language sql stable as $$
  select case when cohort is null then 'Gift card' else coalesce(
    (select nullif(c.title, '') from cohort d join course c on c.course_code = d.course_code where d.cohort_code = cohort), cohort) end
$$;

-- Documents from before keep the title of today.
alter table invoice disable trigger invoice_fixed;
update invoice i set title = get_ordered_title(o.cohort_code) from orders o where o.id = i.order_id;
alter table invoice enable trigger invoice_fixed;
alter table invoice alter column title set not null;

create or replace function issue_invoice() returns trigger language plpgsql as $$
declare next_number bigint;
begin
  if exists (select from invoice where order_id = new.id) then return null; end if;
  update document_series set last_number = last_number + 1 where series = 'invoice' returning last_number into next_number;
  insert into invoice (number, order_id, amount_minor, currency, seller_id, title) values (
    next_number, new.id, new.total_minor, new.currency, (select max(id) from seller), get_ordered_title(new.cohort_code));
  return null;
end $$;

create function name_seller() returns trigger language plpgsql as $$
begin
  new.seller_id := (select max(id) from seller);
  return new;
end $$;
create trigger credit_note_seller before insert on credit_note for each row execute function name_seller();
