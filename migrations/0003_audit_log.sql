-- The audit log (docs/decisions/0024).

create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('admin', 'learner', 'operator', 'unknown')),
  actor_id uuid,
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*$'),
  object_kind text not null check (object_kind ~ '^[a-z]+(-[a-z]+)*$'),
  object_id text check (length(object_id) <= 100),
  network_hash bytea check (octet_length(network_hash) = 32),
  request_id text check (length(request_id) <= 100),
  details jsonb not null default '{}' check (octet_length(details::text) <= 1000),
  check ((actor_id is null) = (actor_kind in ('operator', 'unknown')))
);
comment on table audit_event is
  'Reads and changes of other people''s data, and log-ins as an admin. Append-only; deleted after two years.';
comment on column audit_event.actor_id is 'A person. Not a foreign key: the event outlives the person, whose name is gone then.';
comment on column audit_event.object_id is 'The affected order, account, conversation, cohort or course.';
comment on column audit_event.network_hash is 'HMAC of the client''s network address.';
comment on column audit_event.request_id is 'Finds the request in the log.';
comment on column audit_event.details is 'Counts and filters, never a name or an address.';
create index audit_event_at on audit_event (at);
create index audit_event_actor on audit_event (actor_id, id);
create index audit_event_action on audit_event (action, id);
create index audit_event_object on audit_event (object_id, id);

-- Refuses every change, and every deletion of a row that is younger than two years. The nightly job deletes older ones.
create function guard_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '730 days' then return old; end if;
  raise exception 'audit_event is append-only: a row can be deleted after 730 days, and never be changed' using errcode = 'check_violation';
end $$;
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function guard_audit_event();
create trigger audit_event_no_truncate before truncate on audit_event
  for each statement execute function refuse_change();
