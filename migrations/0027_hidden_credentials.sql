-- Earlier versions signed the hash of the holder's address also while the name was hidden. Its salt is in the public file, so
-- that everybody could compare the hash with an address that they guess (docs/contract §17). Such a credential is revoked
-- here, and the next look-up of its certificate signs one without identifiers.
with named as (
  select credential.id, translate(split_part(credential.jws, '.', 2), '-_', '+/') as payload
    from credential join certificate on certificate.id = credential.certificate_id
    where certificate.state = 'issued' and not certificate.is_named and credential.revoked_at is null and jws <> ''
)
update credential set revoked_at = now() from named
  where named.id = credential.id
    and convert_from(decode(rpad(payload, (ceil(length(payload) / 4.0) * 4)::integer, '='), 'base64'), 'UTF8')
      like '%"identityHash"%';
