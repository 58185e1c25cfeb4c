-- A refund is made once for the key of its request, also when a crash lost the response (docs/contract §5).
-- Owner: refunds

alter table refund_request
  add column request_key text check (request_key <> ''),
  add column answer jsonb,
  add constraint refund_request_answered check (request_key is null or answer is not null);
comment on column refund_request.request_key is
  'The Idempotency-Key of the admin''s request. A repeat finds its refund here, because the stored response is written after the commit. Null: not asked for by a request.';
comment on column refund_request.answer is 'The response to that request.';
create unique index refund_request_key on refund_request (requested_by, order_id, request_key) where request_key is not null;
