-- What comes back when plans change, by how a course is taught: one text for all courses, no longer a copy in each.
create table refund_terms (
  delivery_type text primary key check (delivery_type in ('live', 'on-demand')),
  terms jsonb not null
);
insert into refund_terms (delivery_type, terms)
  select distinct on (delivery_type) delivery_type, definition -> 'refundTerms'
  from course where definition ? 'refundTerms' order by delivery_type, position;
update course set definition = definition - 'refundTerms' where definition ? 'refundTerms';
create trigger page_change after insert or update or delete on refund_terms for each row execute function tell_page_change();
