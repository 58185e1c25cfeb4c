-- Whoever keeps rendered pages hears by NOTIFY which course looks different now: at the commit, on every process.
create function tell_page_change() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  now_is jsonb := to_jsonb(new);
  one jsonb := coalesce(now_is, was);
  code text := one ->> 'prefix_code';
begin
  if was = now_is then return null; end if;
  -- Of seats the pages tell only the last ten.
  if tg_table_name = 'cohort' and was - 'taken' = now_is - 'taken' and (now_is ->> 'capacity' is null
    or (now_is ->> 'capacity')::int - greatest((now_is ->> 'taken')::int, (was ->> 'taken')::int) > 10) then
    return null;
  end if;
  if code is null and one ? 'course_code' then
    select prefix_code into code from cohort where course_code = one ->> 'course_code';
  end if;
  perform pg_notify('page_change', coalesce(code, '*'));
  return null;
end $$;

create trigger page_change after insert or update or delete on course for each row execute function tell_page_change();
create trigger page_change after insert or update or delete on course_page for each row execute function tell_page_change();
create trigger page_change after insert or update or delete on course_creator for each row execute function tell_page_change();
create trigger page_change after insert or update or delete on creator for each row execute function tell_page_change();
create trigger page_change after insert or update or delete on cohort for each row execute function tell_page_change();
create trigger page_change after insert or update or delete on cohort_session for each row execute function tell_page_change();
create trigger page_change after insert or update or delete on offer for each row execute function tell_page_change();
