-- Ids that grow with time: what is written next stands beside what was written last, so that an insert touches the same
-- few pages of an index however many orders there are, and 74 bits of each are still random. PostgreSQL makes them from
-- 18 on; before that, ids stay random.
do $$
declare
  random record;
begin
  if to_regprocedure('uuidv7()') is null then
    return;
  end if;
  for random in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_default = 'gen_random_uuid()'
  loop
    execute format('alter table public.%I alter column %I set default uuidv7()', random.table_name, random.column_name);
  end loop;
end
$$;
