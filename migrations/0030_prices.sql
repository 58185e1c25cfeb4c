-- Prices and codes as creators edit them in the studio (docs/contract §39).

alter table offer add column name text not null default '' check (char_length(name) <= 60);
comment on column offer.name is 'What teachers call the offer. Buyers do not see it.';

alter table promo_code
  add column note text not null default '' check (char_length(note) <= 120),
  add column per_person integer check (per_person > 0);
comment on column promo_code.note is 'For whom the code is. Only teachers and admins see it.';
comment on column promo_code.per_person is 'Orders of one person, by account or address, that can have the code. Null: no limit.';
create index promo_code_codes on promo_code using gin (codes) where scope <> 'all';
create index promo_code_site on promo_code (created_at, code) where scope = 'all';

-- Refuses an order above the uses of a person. Checked at the commit, when the order has reserved its use: the row of the
-- code is locked by then, so two orders of one person cannot pass each other. A payment that arrives late is not refused.
create function promo_per_person() returns trigger language plpgsql as $$
declare
  most integer := (select per_person from promo_code where code = new.promo_code);
begin
  if most is not null and most < (select count(*) from orders
    where promo_code = new.promo_code and state in ('open', 'complete') and (email = new.email or person_id = new.person_id)) then
    raise exception 'promo code % has % uses per person', new.promo_code, most using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger orders_promo_per_person after insert on orders deferrable initially deferred
  for each row when (new.promo_code is not null) execute function promo_per_person();
