-- New orders are limited by client. An order that is paid no longer counts.
alter table orders
  -- keyed hash of the client whose limit this order counts against, while the order is open
  add column limit_key bytea;
