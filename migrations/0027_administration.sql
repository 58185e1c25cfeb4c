-- What the administration looks orders up by. The words of a name and of an address, without accents folded.
create index orders_words on orders using gin (to_tsvector('simple', translate(name || ' ' || email, '@.+-_''’', '       ')));
create index orders_state on orders (state, number);
create index orders_course on orders (course_code, number);
create index orders_placed on orders (created_at);
create index order_line_refunded on order_line (order_id) where refunded_minor > 0;
create index provider_event_intent on provider_event (intent_id);
