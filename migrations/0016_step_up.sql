-- An app is confirmed only by the session that began it: that one has shown whose the account is. Null: none that may.
alter table totp add column begun_by uuid;

-- What a person names a joined log-in by, so that they can take it away.
alter table identity add column id uuid not null unique default gen_random_uuid();
