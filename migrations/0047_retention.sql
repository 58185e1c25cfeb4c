-- Rows are deleted when their retention has passed (docs/personal-data.md): the indexes by which they are found.
create index account_token_expiry on account_token (expires_at);
create index checkout_token_expiry on checkout_token (expires_at);
create index session_expiry on session (expires_at);
create index sign_up_expiry on sign_up (expires_at);
create index interest_age on interest (created_at);
create index support_conversation_age on support_conversation (changed_at);
create index enrolment_asked_from_age on enrolment (created_at) where asked_from is not null;
create index person_without_password on person (created_at) where password_hash is null and deleted_at is null;
-- These grow in the order of their time, so a summary of each range of pages is enough.
create index state_history_age on state_history using brin (at);
create index provider_event_age on provider_event using brin (received_at);

-- Buyer or recipient deleted their account before the card was sent: the recipient is forgotten as soon as it is.
alter table gift_card_purchase add erase_when_sent boolean not null default false;
create index gift_card_purchase_recipient on gift_card_purchase (coalesce(delivered_at, cancelled_at)) where recipient_email not like '%@deleted.invalid';
