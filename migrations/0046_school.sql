-- The mark of the site as e-mails show it (docs/contract §45), and courses without the discount for friends (§39).

-- Owner: site
create table mail_mark (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  picture bytea not null check (octet_length(picture) between 1 and 200000),
  width integer not null check (width between 1 and 200),
  height integer not null check (height between 1 and 200)
);
comment on table mail_mark is 'Each mark as a picture for e-mails. Replaced ones stay, because e-mails that were sent load them.';
comment on column mail_mark.hash is 'The hash of the mark (site_mark).';
comment on column mail_mark.picture is 'PNG, because some mail programs show no WebP.';
comment on column mail_mark.width is 'At which an e-mail shows it, in pixels. The picture has three times as many.';
comment on column mail_mark.height is 'At which an e-mail shows it, in pixels.';

-- Every process reads the mark again (src/platform/site-reader.ts).
create trigger mail_mark_added after insert on mail_mark for each row execute function count_shown_change();

-- Owner: catalog
alter table course add column has_group_discount boolean not null default true;
comment on column course.has_group_discount is
  'Whether people who enrol together pay less for this course (docs/contract §39). A live setting, as refund_policy. Running quotes and orders keep their price.';
create or replace view public_course as select * from course where published_at is not null;
