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
