-- Whoever has not proved the address gets no e-mail of a message, and reads it in the portal. docs/contract §43

alter table broadcast_recipient drop constraint broadcast_recipient_left_out_because_check;
alter table broadcast_recipient add constraint broadcast_recipient_left_out_because_check
  check (left_out_because in ('not-enrolled', 'turned-off', 'unproved'));
