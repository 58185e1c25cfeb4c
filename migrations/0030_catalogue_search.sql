-- Finding among many courses: by words, page by page, by what comes next; and names, however their accents are typed.

-- Lower case without accents, and every word apart: "Inês" is found by "ines", "Søren" by "soren". Scripts that are
-- written without spaces count letter by letter.
create function fold_words(said text) returns text language sql immutable strict parallel safe return
  btrim(regexp_replace(regexp_replace(
    replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f\u3099\u309a]', '', 'g'), NFC) collate pg_c_utf8),
      'øłđħıŧς', 'oldhitσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
    '([\u0e00-\u0eff\u3041-\u30ff\u3400-\u9fff])', ' \1 ', 'g'));

-- Every word once, whatever the parser of the database would make of it.
create function words_of(said text) returns tsvector language sql immutable strict parallel safe return
  array_to_tsvector(array(select left(word, 80) from regexp_split_to_table(fold_words(said), ' +') as word where word <> ''));

-- Each of the words begins one of what is searched. Null, which finds nothing, where there is no word.
create function words_asked(said text) returns tsquery language sql immutable strict parallel safe return
  (select string_agg('''' || left(word, 80) || ''':*', ' & ')::tsquery from regexp_split_to_table(fold_words(said), ' +') as word where word <> '');

-- Any of them will do, from its first three letters on: what a mistyped address may have meant.
create function words_like(said text) returns tsquery language sql immutable strict parallel safe return
  (select string_agg('''' || left(word, 3) || ''':*', ' | ')::tsquery from regexp_split_to_table(fold_words(said), ' +') as word where word <> '');

-- What a course is found by: its titles, its kind, its teachers.
create table course_words (
  prefix_code text primary key references course on delete cascade,
  words tsvector not null
);
create index course_words_found on course_words using gin (words);

create function write_course_words(prefixes text[]) returns void language sql as $$
  insert into course_words (prefix_code, words)
  select prefix_code, words_of(concat_ws(' ', title, definition ->> 'sectionTitle',
    definition ->> 'subtitle', kind, case delivery_type when 'live' then 'live' else 'on demand' end,
    (select string_agg(name, ' ') from course_creator as t join creator on slug = creator_slug where t.prefix_code = course.prefix_code)))
  from course where prefix_code = any(prefixes)
  on conflict (prefix_code) do update set words = excluded.words where course_words.words <> excluded.words
$$;

create function note_course_words() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'creator' then
    perform write_course_words(array(select prefix_code from course_creator where creator_slug = new.slug));
  else
    perform write_course_words(array[coalesce(to_jsonb(new), to_jsonb(old)) ->> 'prefix_code']);
  end if;
  return null;
end $$;

create trigger course_words after insert or update of title, kind, delivery_type, definition on course for each row execute function note_course_words();
create trigger course_words after insert or update or delete on course_creator for each row execute function note_course_words();
create trigger course_words after update of name on creator for each row execute function note_course_words();

create index course_listed on course (position, prefix_code) include (kind, delivery_type) where listed and withdrawn_at is null;
create index course_creator_slug on course_creator (creator_slug, prefix_code);
create index cohort_start on cohort (starts_at, course_code) where state <> 'cancelled';

select write_course_words(array(select prefix_code from course));

-- Orders are searched the same way.
drop index orders_words;
create index orders_words on orders using gin (words_of(name || ' ' || email));
