-- The sandbox's bank has a page of its own for the question that some cards bring. Its address names the
-- question and nothing else: no secret of the payment may stand in an address.
alter table sandbox.intent
  add column challenge text unique,
  -- where the bank sends the person once the question is answered
  add column return_url text not null default '/';
alter table sandbox.intent alter column return_url drop default;
