-- When the session's person last showed that the account is theirs: at the log-in, or by a step-up. Null where the
-- session began without a password or passkey, or before this column.
alter table session add column stepped_up_at timestamptz;
