-- The words and addresses that a school sets for its own site (docs/contract §45).

create table site_setting (
  singleton boolean primary key default true check (singleton),
  version integer not null default 1 check (version > 0),
  name text check (name = btrim(name) and char_length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  headline text check (headline = btrim(headline) and char_length(headline) between 1 and 80 and headline !~ '[[:cntrl:]]'),
  lead text check (lead = btrim(lead) and char_length(lead) between 1 and 200 and lead !~ '[[:cntrl:]]'),
  footer_line text check (footer_line = btrim(footer_line) and char_length(footer_line) between 1 and 160 and footer_line !~ '[[:cntrl:]]'),
  support_address text check (char_length(support_address) between 3 and 254 and support_address ~ '^[[:alnum:]._%+''-]+@[[:alnum:].-]+$'),
  seller_name text check (seller_name = btrim(seller_name) and char_length(seller_name) between 1 and 120 and seller_name !~ '[[:cntrl:]]'),
  seller_address text check (seller_address = btrim(seller_address, E' \n') and char_length(seller_address) between 1 and 400 and replace(seller_address, E'\n', '') !~ '[[:cntrl:]]'),
  seller_tax_id text check (seller_tax_id = btrim(seller_tax_id) and char_length(seller_tax_id) between 1 and 60 and seller_tax_id !~ '[[:cntrl:]]'),
  updated_at timestamptz not null default now()
);
comment on table site_setting is 'The settings of the site that its owner types. One row.';
comment on column site_setting.singleton is 'True: there is one row.';
comment on column site_setting.version is 'Grows with each change. A form with an older number is refused.';
comment on column site_setting.name is 'Name of the school. Null: the default of the mode.';
comment on column site_setting.headline is 'Headline of the home page. Null: the default.';
comment on column site_setting.lead is 'Sentence below the headline. Null: the default.';
comment on column site_setting.footer_line is 'Line below the name in the footer. Null: the default.';
comment on column site_setting.support_address is 'Shown in footer, e-mails and error pages. Null: the default. SUPPORT_ADDRESS wins.';
comment on column site_setting.seller_name is 'Legal name on invoices. Null: the name of the site. INVOICE_SELLER wins over all three.';
comment on column site_setting.seller_address is 'Postal address on invoices, several lines.';
comment on column site_setting.seller_tax_id is 'Tax number on invoices.';
comment on column site_setting.updated_at is 'Time of the last change.';

insert into site_setting default values;

alter table certificate add column issuer_name text check (issuer_name <> '');
comment on column certificate.issuer_name is
  'The organisation that it names, as it was called at the issue. Null: issued before names could change, so the name of now.';

-- Every process reads the row again, and drops its pages and shells (src/platform/site-reader.ts).
create function notify_site_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_change', 'site');
  return null;
end $$;
create trigger page_change after insert or update or delete on site_setting
  for each row execute function notify_site_change();
-- The row is changed, never deleted.
create trigger site_setting_stays before delete on site_setting
  for each row execute function refuse_change();

-- The settings belong to an owner. When the last one goes, the admin of the longest standing becomes one.
create function keep_site_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('site owner'));
  update site_role set role = 'owner'
    where not exists (select from site_role where role = 'owner')
      and person_id = (select person_id from site_role where role = 'community_admin' order by granted_at, person_id limit 1);
  return null;
end $$;
create trigger site_owner_kept after delete on site_role for each row
  when (old.role = 'owner') execute function keep_site_owner();
update site_role set role = 'owner'
  where not exists (select from site_role where role = 'owner')
    and person_id = (select person_id from site_role where role = 'community_admin' order by granted_at, person_id limit 1);
