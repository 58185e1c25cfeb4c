-- Cards by Stripe, beside the sandbox.
alter table payment drop constraint payment_provider_check;
alter table payment add constraint payment_provider_check check (provider in ('sandbox', 'stripe', 'none'));
-- An account tells of more than payments: such an event is stored too, and acted on by nobody.
alter table provider_event alter column intent_id drop not null;
