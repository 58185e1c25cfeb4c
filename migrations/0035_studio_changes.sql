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

-- What the studio changed before there were notes, as far as the audit log still knows: every such row since the last
-- import of its course, so that the first import after this does not undo it unasked.
insert into studio_change (kind, code, changed_at)
with event as (
  select action, object_id, details, at from audit_event
  where action in ('offer-added', 'offer-changed', 'offer-ended', 'cohort-changed', 'cohort-cancelled',
    'refund-policy-changed', 'course-withdrawn', 'course-reopened', 'code-made', 'code-ended', 'profile-changed')
), imported as (
  select course_code, max(published_at) as at from course_version where source in ('import', 'seed') group by 1
), named as (
  select 'courses' as kind, object_id as code, object_id as course_code, at from event
  where action in ('refund-policy-changed', 'course-withdrawn', 'course-reopened')
  union all
  select 'cohorts', cohort_code, course_code, at from event join cohort on cohort_code = object_id
  union all
  -- The events of prices name the cohort, not the offer.
  select 'offers', offer_code, course_code, at from event join cohort on cohort_code = object_id join offer using (cohort_code)
  union all
  select 'promoCodes', details ->> 'code', object_id, at from event where action in ('code-made', 'code-ended')
  union all
  select 'creators', object_id, null, at from event where action = 'profile-changed'
)
select kind, code, max(named.at) from named left join imported using (course_code)
where code is not null and (imported.at is null or named.at > imported.at)
group by 1, 2;

alter table upload add column copy_of uuid;
comment on column upload.copy_of is
  'The file of another course whose bytes these are; nobody sends them. Not a foreign key: that file may be deleted meanwhile.';

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
