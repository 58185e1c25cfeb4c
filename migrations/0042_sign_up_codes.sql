-- Counts the wrong guesses at a mailed code. The fifth one voids it; the mailed link still works.
alter table sign_up add column code_misses smallint not null default 0 check (code_misses between 0 and 5);
