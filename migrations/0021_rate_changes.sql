-- A price that is shown in another currency looks different when its rate does: every kept page is made anew.
create trigger page_change after insert or update or delete on exchange_rate for each row execute function tell_page_change();
