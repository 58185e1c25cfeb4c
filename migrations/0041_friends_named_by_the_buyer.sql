-- Whether a signed-in buyer or an admin named the friend. A checkout token alone names nobody else in their place.
alter table invitation add column named_by_buyer boolean not null default false;
