/**
 * The words that names and comments avoid, and the word to use instead. STYLE.md ("Words") has the rules. The
 * exceptions are names that a library, a protocol or `docs/contract.md` fixes.
 */

/** A declared name that is exactly this word. The value says what to write. */
export const BANNED_NAMES: Record<string, string> = {
  told: 'response, or the thing',
  asked: 'query, params or input',
  given: 'input, or the thing',
  typed: 'input',
  found: 'rows, match, or the thing',
  here: 'current, or the thing',
  there: 'existing, or the thing',
  kept: 'storage, cached or existing',
  made: 'created, or the thing',
  run: 'cohort, CheckoutSession, or a verb that says what runs',
  runs: 'cohorts',
  place: 'enrolment, seat, menuItem, route or position',
  places: 'enrolments, seats, menuItems, routes or positions',
  surroundings: 'environment or dependencies',
  world: 'environment, dependencies or testContext',
  wish: 'interest',
  wishes: 'interests',
  asks: 'interestForm',
  letter: 'email or glyph',
  letters: 'emails or glyphs',
  paper: 'pdfDocument',
  papers: 'documents',
  sheet: 'stylesheet, StatusCard or Drawer',
  door: 'logInPage',
  desk: 'listDetail, or the list',
  house: 'site',
  standing: 'balance or status',
  dues: 'amountsDue',
  hear: 'sync…',
  news: 'providerEvents',
  tell: 'notify, log or return',
  lapse: 'expire',
  lapsed: 'expired',
  settle: 'completePayment',
  superseded: 'replaced',
  undecided: 'unallocated',
  fold: 'accordion',
  voices: 'testimonials',
  acts: 'howItWorks',
  bring: 'requirements',
  happenings: 'timeline',
  guess: 'estimate, or the thing',
  whose: 'owner',
  who: 'caller, actor or person',
}

/** A word inside any declared name, as in `toldAt` or `isKeptHere`. */
export const BANNED_WORDS: Record<string, string> = {
  told: 'notified, shown or returned',
  tells: 'shows, says or returns',
  kept: 'stored, cached or existing',
  keeps: 'stores or has',
  spend: 'consume',
  forgive: 'delete',
  whose: 'owner',
  lapse: 'expire',
  lapsed: 'expired',
  lapses: 'expires',
  superseded: 'replaced',
  undecided: 'unallocated',
  happenings: 'timeline',
  surroundings: 'environment',
  wishes: 'interests',
  awake: 'hydrated',
}

/** Patterns of comments that are not subject, verb, object, or do not name the thing. */
export const COMMENT_PATTERNS: [RegExp, string][] = [
  [
    /(?:^|[.!?]\s+)(?:What|Who|Whom|Whoever|Whose|Whatever|Of|Where)\s(?!['"`])/,
    'starts with a clause instead of its subject',
  ],
  [
    /\b(?:somebody|whoever|whomever|whatever|the one that|the ones that|those who|they who)\b/i,
    'does not name the person or thing',
  ],
  [/\bthe house\b|\bpeople of the\b/i, 'says “the house” instead of site or admins'],
  [
    /\b(?:is|are|was|were) told\b|\bhow it stands\b|\bstands? still\b|\bno more\b(?! than)/i,
    'is a riddle: say what the code does',
  ],
  [/\bin the way\b|\bat the door\b|\bby hand of\b/i, 'is a metaphor'],
]

type FixedName = { name: string; files: RegExp; source: string }

/** Names that stay although a rule above refuses them, and the source that fixes them. */
export const FIXED_NAMES: FixedName[] = [
  { name: 'world', files: /\.test\.tsx?$|^tests\//, source: 'the dependencies of a test (tests/world)' },
  {
    name: 'run',
    files: /^(tools|tests|src\/http|src\/platform)\//,
    source: 'a run of a program; a text run of fontkit',
  },
  { name: 'run', files: /consent\/third-party/, source: 'the SDK of Chatwoot' },
  { name: 'runs', files: /^(tools|tests|src\/platform)\//, source: 'runs of a program; text runs of fontkit' },
  { name: 'RUNS', files: /^tools\/|\.test\.ts$/, source: 'runs of a program' },
  { name: 'openOnClick', files: /ui\/frame/, source: 'opens a dialog' },
  { name: 'openLogIn', files: /ui\/frame/, source: 'opens a dialog' },
  { name: 'openOrder', files: /admin\/orders/, source: 'opens a page' },
  { name: 'openLinkedAnswer', files: /storefront/, source: 'opens a <details>' },
  { name: 'openFreeCheckout', files: /checkout\/browser/, source: 'opens a form' },
  { name: 'World', files: /^tests\//, source: 'the dependencies of a test (tests/world)' },
]

/** STYLE.md asks for 25; a few names and figures in a row are still readable. */
export const MAX_SENTENCE_WORDS = 30
