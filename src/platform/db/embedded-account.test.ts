import { expect, test } from 'vitest'
import { parseNobody } from './embedded-account.ts'

const LINUX = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin`

const MACOS = `##
# User Database
##
nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false
root:*:0:0:System Administrator:/var/root:/bin/sh
daemon:*:1:1:System Services:/var/root:/usr/bin/false`

test.each([
  ['Linux', LINUX, 65534],
  ['macOS, whose nobody has a number that no file can be given to', MACOS, 1],
  ['a system with nobody but root', 'root:x:0:0:root:/root:/bin/sh', 65534],
  ['a system that keeps no list', '', 65534],
])('PostgreSQL, started by root, runs as somebody else on %s', (_where, passwd, id) => {
  expect(parseNobody(passwd)).toEqual({ uid: id, gid: id })
})
