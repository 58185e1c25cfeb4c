/** The machines and people on which the first commands must work. */

export type Case = {
  name: string
  /** Beside PATH, HOME and those of the case's own folder and port. */
  environment?: Record<string, string>
  /** As an ordinary person from a log-in shell, where root runs this. */
  isPerson?: boolean
  /** No variable but PATH. */
  isBare?: boolean
  folderName?: string
  umask?: string
  /** Installs the packages anew instead of linking those that are here. */
  installs?: boolean
  /** Begins with the tarball of a release instead of a checkout. */
  isRelease?: boolean
  /** Nothing is in npm's cache. */
  hasEmptyCache?: boolean
  /** Packages of npm: the Node and the npm with which the person begins. */
  node?: readonly string[]
  /** A program that the person has not. */
  lacks?: string
  isPortTaken?: boolean
  /** Parts of the paths of pure tests. */
  tests: readonly string[]
}

/** The oldest Node that `tools/install.cjs` accepts, with the npm that came with it. */
export const OLDEST_NODE = ['node@20', 'npm@10']

const PURE_TESTS = ['src']
const FEW_TESTS = ['src/domain/money', 'src/domain/orders', 'src/config', 'src/ui']
const ODD_NAME = 'Kurse für Zoë'

/** Set by log-ins, shells and other programs, for themselves. */
const OTHERS_VARIABLES = {
  MAIL: '/var/mail/somebody',
  HOST: 'workstation',
  TZ: 'Asia/Manila',
  PGHOST: 'elsewhere.test',
  PGPORT: '1',
  PGUSER: 'somebody',
  PGPASSWORD: 'something',
  PGDATABASE: 'elsewhere',
  PGSERVICE: 'elsewhere',
  PGSSLMODE: 'require',
  PGOPTIONS: '-c default_transaction_isolation=serializable -c search_path=elsewhere',
  PGDATESTYLE: 'SQL, DMY',
  PGTZ: 'Asia/Manila',
  PGCLIENTENCODING: 'LATIN1',
  PGAPPNAME: 'elsewhere',
}

/** What leaves packages or steps out, if npm obeys it. */
const NPM_SETTINGS = {
  npm_config_ignore_scripts: 'true',
  npm_config_omit: 'dev optional',
  npm_config_bin_links: 'false',
  npm_config_engine_strict: 'true',
  npm_config_package_lock: 'false',
  npm_config_install_strategy: 'nested',
}

/** The case that `npm test` runs. */
export const SHORTEST: Case = {
  name: 'person',
  isPerson: true,
  folderName: ODD_NAME,
  environment: OTHERS_VARIABLES,
  tests: FEW_TESTS,
}

export const CASES: readonly Case[] = [
  SHORTEST,
  { name: 'bare-environment', isBare: true, tests: PURE_TESTS },
  { name: 'odd-folder', folderName: ODD_NAME, tests: PURE_TESTS },
  { name: 'umask', umask: '077', installs: true, isPerson: true, tests: FEW_TESTS },
  { name: 'language-c', environment: { LANG: 'C', LC_ALL: 'C' }, tests: PURE_TESTS },
  { name: 'language-german', environment: { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }, tests: PURE_TESTS },
  {
    name: 'variables',
    environment: { ...OTHERS_VARIABLES, NODE_ENV: 'production', DEBUG: '*' },
    tests: PURE_TESTS,
  },
  { name: 'npm-settings', installs: true, environment: { ...NPM_SETTINGS, NODE_ENV: 'production' }, tests: FEW_TESTS },
  { name: 'release', installs: true, isRelease: true, tests: [] },
  { name: 'empty-npm-cache', installs: true, hasEmptyCache: true, tests: [] },
  { name: 'node-20', installs: true, node: OLDEST_NODE, tests: FEW_TESTS },
  { name: 'newest-node', installs: true, node: ['node@latest', 'npm@latest'], tests: FEW_TESTS },
  { name: 'no-git', lacks: 'git', tests: PURE_TESTS },
  { name: 'taken-port', isPortTaken: true, tests: [] },
]
