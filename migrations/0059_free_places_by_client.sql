-- A free place that waits for its proof belongs to the client that asked for it: whoever else gives the same address
-- has a place of their own. Told by the browser's key, else by the network address; a keyed hash.
alter table enrolment add column asked_by bytea;
drop index enrolment_unconfirmed_once;
create unique index enrolment_unconfirmed_once on enrolment (course_code, person_id, asked_by) where state = 'unconfirmed';
