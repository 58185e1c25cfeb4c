-- Live rows that the studio has changed, so that an import does not undo it unasked (docs/contract §44).
-- Owner: catalog

create table studio_change (
  kind text not null check (kind in ('courses', 'creators', 'cohorts', 'offers', 'promoCodes')),
  code text not null,
  changed_at timestamptz not null default now(),
  primary key (kind, code)
);
comment on table studio_change is
  'Live rows that the studio has changed since an import last agreed with them or replaced them.';
comment on column studio_change.kind is 'As src/catalogue/catalog/files/differences.ts names them. courses: the refund rule and the withdrawal alone.';
comment on column studio_change.code is 'Course, cohort, offer or promo code, or the slug of a teacher.';

-- As in 0030_prices.sql, but spellings of one mailbox are one person: tags, and dots at Gmail, make no other one.
create or replace function promo_per_person() returns trigger language plpgsql as $$
declare
  most integer := (select per_person from promo_code where code = new.promo_code);
begin
  if most is not null and most < (select count(*) from orders
    where promo_code = new.promo_code and state in ('open', 'complete')
      and (to_mailbox(email) = to_mailbox(new.email) or person_id = new.person_id)) then
    raise exception 'promo code % has % uses per person', new.promo_code, most using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on column promo_code.per_person is 'Orders of one person, by account or mailbox, that can have the code. Null: no limit.';
