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

alter table course add column refund_policy text not null default 'standard' check (refund_policy in ('flexible', 'standard', 'final'));
comment on column course.refund_policy is 'For orders from now on (src/domain/orders/refund-policy.ts). Each order keeps the figures of its sale.';
drop view public_course;
create view public_course as select * from course where published_at is not null;
comment on view public_course is 'The courses that were published, withdrawn ones too. Everything that visitors see or buy reads it.';

-- The defaults are price rule 9: it was the only rule when these rows were made, and is that of gift cards.
alter table quote
  add column refund_days_before integer default 7 check (refund_days_before between 0 and 365),
  add column refund_late_percent integer not null default 50 check (refund_late_percent between 0 and 100),
  add column refund_days_after integer not null default 14 check (refund_days_after between 0 and 365);
comment on column quote.refund_days_before is 'The refund rule that was shown with the price. Copied to the order, as the two columns below.';
alter table orders
  add column refund_days_before integer default 7 check (refund_days_before between 0 and 365),
  add column refund_late_percent integer not null default 50 check (refund_late_percent between 0 and 100),
  add column refund_days_after integer not null default 14 check (refund_days_after between 0 and 365);
comment on column orders.refund_days_before is 'All is refunded until this many days before the first session. Null: never.';
comment on column orders.refund_late_percent is 'The percentage that is refunded from then until the first session starts.';
comment on column orders.refund_days_after is 'All is refunded for this many days after the purchase, where there is no session. 0: never.';
create trigger orders_refund_fixed before update of refund_days_before, refund_late_percent, refund_days_after on orders for each row
  when ((old.refund_days_before, old.refund_late_percent, old.refund_days_after)
    is distinct from (new.refund_days_before, new.refund_late_percent, new.refund_days_after))
  execute function refuse_change();

-- The sentences follow from the figures. What an operator typed instead of them could contradict the rule.
alter table refund_terms drop column terms, add column note text not null default '' check (char_length(note) <= 600);
delete from refund_terms;
comment on table refund_terms is 'What an operator adds to the refund rules of all courses of a delivery type.';
