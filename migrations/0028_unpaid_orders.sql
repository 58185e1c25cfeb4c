-- Who holds what is not paid yet. A stranger who knows an address must not end the order of whose it is,
-- and nobody may hold a run's seats for free.

alter table orders
  -- a hash of what tells one client from another (its key, its log-in, else its network address), while it is open
  add column client bytea not null default '\x';
drop index orders_one_open;
create unique index orders_one_open on orders (course_code, email, client) where state = 'open';

alter table seat_hold
  -- a hash of the network address that placed the order, while the hold lives
  add column held_from bytea;
