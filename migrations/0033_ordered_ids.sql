-- What every enrolment writes gets ids that grow with time: the next row stands beside the last one, so that an insert
-- touches the same few pages of an index however many orders there are. The rest of such an id is random, 62 bits; none
-- of these is a secret. PostgreSQL makes them from 18 on; before that, ids stay random.
do $$
declare
  busy text;
begin
  if to_regprocedure('uuidv7()') is null then
    return;
  end if;
  foreach busy in array array['person', 'orders', 'order_line', 'payment', 'seat_hold', 'enrolment', 'ledger_transaction', 'mail'] loop
    execute format('alter table public.%I alter column id set default uuidv7()', busy);
  end loop;
end
$$;
