/** `npm run u`: the commands of an installation and of its development. Each loads its module only when it runs. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError, Option, program } from 'commander'
import { describeStartupError, StartupError } from '#config/config.ts'

const parseCount = (text: string) => {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('A whole number is needed.')
}
const parsePart = (text: string) => {
  const [, number, of] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text)?.map(Number) ?? []
  if (!number || !of || number > of) throw new InvalidArgumentError('It has the form 2/3.')
  return { rest: number - 1, of }
}

// Prints a wrong setting as one sentence without a stack trace, as the server does.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof StartupError ? describeStartupError(error) : error.stack}\n`)
  process.exit(1)
})
// “head” and the like end before the output does. As a shell reports it. A lost connection is a failure with its words.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141)
    throw error
  })

program
  .name('npm run u --')
  .description('Commands of this installation. They read the same settings as the server (docs/settings.md).')
  .helpCommand('help [command]', 'prints the arguments and options of a command')
  .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}`.replace(' [options]', '') })
  .showHelpAfterError()

// The others need packages that no installation needs.
program.hook('preAction', (_program, command) => {
  const group = (command.parent === prove ? prove : command).helpGroup()
  if (group === 'Develop:' || group === 'Prove:') installAllPackages()
})

program.commandsGroup('Operate:')
program
  .command('doctor')
  .summary('lists the services of this installation and whether they respond')
  .action(async () => (await import('./commands/doctor.ts')).runDoctor())
program
  .command('ready')
  .summary('asks the running server whether it is ready, for a service manager')
  .option('--wait', 'waits until it is')
  .action(async (options) => (await import('./commands/ready.ts')).runReady(options))
program
  .command('audit')
  .summary('checks every money and seat rule in the database')
  .action(async () => (await import('./commands/audit.ts')).runAudit())
program
  .command('backup')
  .summary('writes everything of this installation into one file, while it runs')
  .description(
    'Writes everything of this installation into one file, while it runs. docs/operate.md says what to keep where.',
  )
  .argument('<file>')
  .option('--verify', 'restores an existing file into a scratch database instead, and runs the audit there')
  .action(async (file, options) => (await import('./commands/backup.ts')).runBackup(file, options))
program
  .command('restore')
  .summary('restores a backup into an empty database and an empty data folder')
  .argument('<file>')
  .option('--erasures <file>', 'the list of accounts deleted since; default: erasures.json beside the backup')
  .option('--without-erasures', 'restores although there is no list: accounts deleted since the backup come back')
  .option('--replace', 'replaces the rows of this installation, whose programs are stopped; the way back of an upgrade')
  .option(
    '--continue-numbers',
    'for a move: the program was stopped before the backup, so no invoice was numbered after it and none is left out',
  )
  .action(async (file, options) => (await import('./commands/restore.ts')).runRestore(file, options))
program
  .command('release-hold')
  .summary('asks the providers what happened since a restored backup, then lets e-mails and payments go')
  .option(
    '--accept-differences',
    'releases although payments are unknown here, or accounts cannot be deleted again yet',
  )
  .action(async (options) => (await import('./commands/release-hold.ts')).runReleaseHold(options))
program
  .command('set-up')
  .summary('prints a new link that sets up this installation in the browser, once')
  .action(async () => (await import('./commands/set-up.ts')).runSetUp())
program
  .command('upgrade')
  .summary('brings the database of a stopped program to this version, after a trial on a copy')
  .description(
    'Run it in the folder of the new version, with the settings of the server. Makes a backup of the rows, restores it into a scratch database, migrates and audits that, then migrates the real one in one transaction, and prints the command that goes back.',
  )
  .option('--check', 'only tries it on a copy, while the program runs')
  .option('--back', 'goes back: run it in the folder of the earlier version')
  .option('--backup <file>', 'the backup for the way back; default: a file in BACKUP_DIR, or else in DATA_DIR/upgrades')
  .option('--accept-broken-rules', 'migrates although the audit of the copy found a broken rule')
  .action(async (options) => (await import('./commands/upgrade.ts')).runUpgrade(options))
program
  .command('admin')
  .summary('makes a person a community admin and prints the link that sets the password')
  .argument('<address>', 'e-mail address')
  .argument('[name...]', 'the name of a new account')
  .action(async (address, name) => (await import('./commands/admin.ts')).runAdmin(address, name.join(' ')))
program
  .command('creator')
  .summary('lets a person make courses in the studio and prints the link that sets the password')
  .argument('<address>', 'e-mail address')
  .argument('[name...]', 'the name of a new account')
  .action(async (address, name) => (await import('./commands/creator.ts')).runCreator(address, name.join(' ')))
program
  .command('remove-second-factor')
  .summary('lets a person who lost app, recovery codes and passkeys log in by password alone')
  .description(
    'Lets a person who lost app, recovery codes and passkeys log in by password alone. Verify who asks first.',
  )
  .argument('<address>', 'e-mail address of the account')
  .action(async (address) => (await import('./commands/remove-second-factor.ts')).runRemoveSecondFactor(address))

program
  .command('rotate-credential-key')
  .summary('replaces the key that signs the credentials of certificates')
  .description(
    'Replaces the key that signs the credentials of certificates. What the earlier key signed stays valid, unless that key is compromised.',
  )
  .option('--compromised', 'withdraws the earlier key, and signs every valid credential again')
  .action(async (options) => (await import('./commands/rotate-credential-key.ts')).runRotateCredentialKey(options))
program
  .command('verify-credential')
  .summary('checks a credential with saved public keys, without a network')
  .argument('<file>', 'a .jws file, or a picture with the credential inside')
  .requiredOption('--keys <file>', 'the saved answer of /credentials/keys')
  .option('--email <address>', 'checks also that the credential belongs to this address')
  .action(async (file, options) => (await import('./commands/verify-credential.ts')).runVerifyCredential(file, options))

program.commandsGroup('Content:')
program
  .command('import')
  .summary('updates the catalogue from the files of a folder')
  .description(
    'Updates the catalogue from the files of a folder (content/README.md) and prints each change with its old and new value.',
  )
  .argument('<folder>')
  .option('--dry-run', 'only prints the changes')
  .option('--remove', 'deletes entries that the files omit')
  .option('--without-media', 'plans lessons whose media file is neither in the folder nor stored already')
  .option('--over-drafts', 'replaces changes in the studio that are not published')
  .option('--over-studio', 'replaces prices, dates, codes and rules that the studio has changed since the last import')
  .option('--creator <address>', 'gives the new courses to this person, who then teaches them')
  .action(async (folder, options) => (await import('./commands/import.ts')).runImport(folder, options))
program
  .command('export')
  .summary('writes the catalogue as files that import reads back unchanged')
  .argument('<folder>')
  .option('--relative', 'counts dates in days from today, as a demo needs them')
  .option('--own', 'leaves out what the demo came with: its courses, their creators and promo codes')
  .option('--without-media', 'leaves out the media files; their hashes stay in the course files')
  .action(async (folder, options) => (await import('./commands/export.ts')).runExport(folder, options))
program
  .command('new-course')
  .summary('writes the smallest course that can be imported into a folder of course files')
  .description(
    'Writes the smallest course that can be imported, and the creators, refund terms and promo codes if the folder has none. Overwrites nothing.',
  )
  .argument('<folder>')
  .argument('<code>', 'the short code of the course, such as NG')
  .action(async (folder, code) => (await import('./commands/new-course.ts')).runNewCourse(folder, code))
program
  .command('seed')
  .summary('adds missing demo courses and log-ins to the database')
  .action(async () => (await import('./commands/seed.ts')).runSeed())

program
  .command('media')
  .summary('makes the sizes of earlier videos, or changes the storage of a course')
  .description(
    'process: makes the sizes of videos that were uploaded before ffmpeg was installed. quota: prints the storage of a course, or changes what its files may take.',
  )
  .argument('<action>', 'process or quota')
  .argument('[course]', 'the short code of a course')
  .argument('[size]', 'such as "80 GB", or default')
  .action(async (action, ...rest) => (await import('./commands/media.ts')).runMedia(action, ...rest.slice(0, 2)))

program.commandsGroup('Develop:')
program
  .command('generate')
  .summary(
    'writes database types, fonts, design tokens and the documents about states, settings, content files and personal data anew',
  )
  .option('--check', 'only compares; exits with 1 on a difference')
  .action(async (options) => (await import('./commands/generate.ts')).runGenerate(options))

program
  .command('release')
  .summary('makes the tarball of this version, with built pages')
  .argument('[folder]', 'where the tarball is written', 'releases')
  .action(async (folder) => (await import('./commands/release.ts')).runRelease(folder))

program.commandsGroup('Prove:')
const prove = program
  .command('prove')
  .summary('runs every long proof, or one part of them, and prints how each ended')
  .description(
    'Runs every long proof, and prints one table at the end. It takes hours; a part behind it runs alone, in at most 45 minutes on two quiet cores. CONTRIBUTING.md says which part proves which change.',
  )
  .action(async () => (await import('./commands/prove.ts')).runProve())
prove
  .command('journeys')
  .summary('runs every journey in a browser, also those that npm test leaves out')
  .argument('[files...]', 'only these test files')
  .action(async (files) => (await import('./commands/prove/journeys.ts')).runJourneys(files))
prove
  .command('axe')
  .summary('checks accessibility of every page and state, in light and dark, at 360 and 1280 px')
  .description(
    'Runs axe on every page and state, light and dark, phone and desktop. Also checks 320 px, text at 200 %, reduced motion and forced colours.',
  )
  .argument('[names...]', 'only pages whose name contains one of these words')
  .option('--keyboard', 'checks keyboard navigation and focus rings instead')
  .option('--part <part>', 'one of several equal parts, such as 2/3', parsePart)
  .option('--pictures <folder>', 'also writes a picture of each state, width and theme')
  .action(async (names, options) => (await import('./commands/prove/axe.ts')).runAxe(names, options))
prove
  .command('budgets')
  .summary('compares the transfer size and the Lighthouse scores of each kind of page with its budget')
  .argument('[paths...]', 'only these pages')
  .option('--weights', 'skips Lighthouse')
  .option('--scores', 'skips the transfer sizes')
  .action(async (paths, options) => (await import('./commands/prove/budgets.ts')).runBudgets(paths, options))
prove
  .command('laws')
  .summary('checks each rule of prices, refunds and learning on random cases, and repeats races for one code')
  .description(
    'Checks each rule on random orders, courses and learners, also in a database, and repeats races of many buyers for one gift card or promo code. Prints the seed, which reproduces the run.',
  )
  .addOption(
    new Option('--project <name>', 'only the laws without a database, with one, or of the running program').choices([
      'pure',
      'database',
      'http',
    ]),
  )
  .option('--orders <count>', 'random cases for each rule', parseCount, 100_000)
  .option('--placed <count>', 'cases in a database', parseCount, 1000)
  .option('--posts <count>', 'posts to the public forms', parseCount, 10_000)
  .option('--rounds <count>', 'rounds of each race', parseCount, 50)
  .option('--seed <number>', 'default: random', parseCount)
  .action(async (options) => (await import('./commands/prove/laws.ts')).runLaws(options))
prove
  .command('torture')
  .summary('runs checkouts, learners, encoders, uploads, editors and e-mails while processes are killed')
  .description(
    'A chaos test. Kills the program, PostgreSQL and encoders. Prints the seed, which reproduces the faults.',
  )
  .argument('[part]', 'tests, checkouts, learning, media, uploads, drafts, mail, backup or upgrade; default: all')
  .option('--provider <name>', 'sandbox, stripe or paypal; default: all')
  .option('--checkouts <count>', 'twice as many as there are seats', parseCount, 2000)
  .option('--clients <count>', 'simultaneous buyers', parseCount, 60)
  .option('--kills <count>', 'kills of the program, and of PostgreSQL', parseCount, 6)
  .option('--operator-kills <count>', 'kills of a backup, of a restore, and of an upgrade', parseCount, 20)
  .option('--learners <count>', 'people who watch a course', parseCount, 24)
  .option('--tabs <count>', 'tabs of each learner', parseCount, 8)
  .option('--reports <count>', 'acknowledged reports of watched seconds', parseCount, 5000)
  .option('--files <count>', 'videos that are processed', parseCount, 40)
  .option('--media-kills <count>', 'kills of the worker and of encoders', parseCount, 100)
  .option('--uploads <count>', 'files that are uploaded', parseCount, 200)
  .option('--teachers <count>', 'simultaneous uploads', parseCount, 4)
  .option('--upload-kills <count>', 'kills of the two processes that receive uploads', parseCount, 50)
  .option('--editors <count>', 'simultaneous editors of one course', parseCount, 8)
  .option('--saves <count>', 'acknowledged saves of drafts', parseCount, 2000)
  .option('--draft-kills <count>', 'kills of the program and of PostgreSQL meanwhile', parseCount, 12)
  .option('--mails <count>', 'e-mails to a mail server that misbehaves', parseCount, 2000)
  .option('--reminders <count>', 'reminders of sessions', parseCount, 5000)
  .option('--mail-kills <count>', 'kills of the workers that send reminders', parseCount, 10)
  .option('--seed <number>', 'default: random', parseCount)
  .action(async (part, options) => (await import('./commands/prove/torture.ts')).runTorture(part, options))
prove
  .command('first-start')
  .summary('starts the program, buys a seat and runs tests on many kinds of machines')
  .description(
    'Starts the program, buys a seat and runs tests in a bare environment, as an ordinary person, in an odd folder, with the variables of other programs, with an empty npm cache, on the oldest and the newest Node, without git, and on a bare Debian. Needs root for an ordinary person and for the bare Debian.',
  )
  .argument('[cases...]', 'only these cases; default: all')
  .option('--tests', 'also runs npm test on the bare Debian')
  .action(async (cases, options) =>
    (await import('./commands/prove/first-start.ts')).runFirstStart({ cases, ...options }),
  )
prove
  .command('sabotage')
  .summary('puts known faults into the code, one after the other; a test must fail for each')
  .argument('[part]', 'a part of the names of the faults; default: all')
  .action(async (part) => (await import('./commands/prove/sabotage.ts')).runSabotage(part))
prove
  .command('bench')
  .summary('takes each measurement of bench once, for the shortest time, so that all of them run')
  .action(async () => (await import('./commands/bench.ts')).runBench(undefined, { rounds: 1, seconds: 1 }))
prove
  .command('browsers')
  .summary('walks the main stories in Firefox and in WebKit, which stands for Safari')
  .argument('[browser]', 'firefox or webkit; default: both')
  .action(async (browser) => (await import('./commands/prove/browsers.ts')).runBrowsers(browser))
program
  .command('bench')
  .summary('measures cached pages, cached JSON, enrolments, learning, single acts and the studio')
  .description(
    'Measures cached pages, cached JSON, enrolments, learning, single acts and the studio. Each part describes its method. A missed goal is printed and is no failure, because machines differ.',
  )
  .argument('[part]', 'pages, json, enrolments, learning, acts or studio; default: all')
  .option('--rounds <count>', 'rounds of a part', parseCount)
  .option('--seconds <count>', 'length of a round', parseCount)
  .action(async (part, options) => (await import('./commands/bench.ts')).runBench(part, options))

if (process.argv.length === 2) program.outputHelp()
else await program.parseAsync()

function installAllPackages(): void {
  if (!existsSync(join(import.meta.dirname, '../tests')))
    throw new StartupError('This command needs the sources with their tests, which a release leaves out.')
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'install.cjs')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
