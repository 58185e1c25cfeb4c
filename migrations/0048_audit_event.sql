-- Who did what with other people's data, and who came in as an admin. Rows are added and never changed. A row can be
-- deleted only once it is two years old, which the nightly job does; the trigger checks the age itself.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('admin', 'learner', 'operator', 'unknown')),
  -- No foreign key: the event outlives the person, whose name is gone then.
  actor_id uuid,
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*$'),
  object_kind text not null check (object_kind ~ '^[a-z]+(-[a-z]+)*$'),
  object_id text check (length(object_id) <= 100),
  -- HMAC of the client's address.
  network_hash bytea check (octet_length(network_hash) = 32),
  request_id text check (length(request_id) <= 100),
  -- Never a name or an address.
  details jsonb not null default '{}' check (octet_length(details::text) <= 1000),
  check ((actor_id is null) = (actor_kind in ('operator', 'unknown')))
);
create index audit_event_at on audit_event (at);
create index audit_event_actor on audit_event (actor_id, id);
create index audit_event_action on audit_event (action, id);
create index audit_event_object on audit_event (object_id, id);

create function guard_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '730 days' then return old; end if;
  raise exception 'audit_event is append-only: a row can be deleted after 730 days, and never be changed' using errcode = 'check_violation';
end $$;
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function guard_audit_event();
create trigger audit_event_no_truncate before truncate on audit_event
  for each statement execute function refuse_change();
