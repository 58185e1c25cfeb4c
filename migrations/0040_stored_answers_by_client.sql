-- Whose quota a stored answer counts against: a person's id, or a keyed hash of a guest's network. Null: not counted.
alter table idempotency add column client text;
create index idempotency_client on idempotency (client, expires_at) where client is not null;
