/** A later version of the program: a copy in another folder, with one more migration. */
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listReleaseFiles } from '../../tools/release/stage-release.ts'

export const LATER_MIGRATION = '9000_later.sql'

/** Changes rows and tables of several features. */
const MIGRATION = `
alter table person add column nickname text not null default 'none';
update person set nickname = left(name, 3);
create table later (id integer generated always as identity primary key, order_id uuid not null references orders, note text not null);
insert into later (order_id, note) select id, 'order' from orders;
create function later_count() returns bigint language sql stable as 'select count(*) from later';
alter table sandbox.intent add column later boolean not null default true;
`

/** The pages must be built, as every test of the running program has them. @returns its folder */
export async function createLaterVersion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-later-'))
  for (const file of [...listReleaseFiles('--others', '--exclude-standard'), 'build']) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(file, join(folder, file), { recursive: true })
  }
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'migrations', LATER_MIGRATION), MIGRATION)
  return folder
}
