/** Known faults of shops, each as edits of our code and the test that must fail for them. */
export type Edit = { file: string; from: string; to: string }
export type Mutant = { name: string; edits: Edit[]; gate: { file: string; test: string } }

const BACKUP = 'src/platform/backup'
const CHECKOUT = 'src/sell/checkout'
const ORDERS = 'src/sell/orders'
const PAYMENTS = 'src/sell/payments'
const PAYPAL = 'src/platform/payments/paypal'

export const MUTANTS: Mutant[] = [
  {
    name: 'a moved seat is not freed in its old dates',
    edits: [
      { file: 'src/sell/learner-seats/move-seat.ts', from: '  await returnSeats(tx, seat.cohortCode, 1)\n', to: '' },
    ],
    gate: { file: 'src/sell/learner-seats/move-seat.test.ts', test: 'a seat moves with its effects read' },
  },
  {
    name: 'a cancellation refunds the seats that moved away',
    edits: [
      {
        file: 'src/sell/refunds/cancelled-seats.ts',
        from: '!elsewhere.includes(position + 1)',
        to: 'position >= 0',
      },
    ],
    gate: { file: 'src/sell/learner-seats/move-seat.test.ts', test: 'one seat of a group moves' },
  },
  {
    name: 'a moved seat that ends frees the dates that were bought',
    edits: [
      {
        file: 'src/learn/enrolments/queries.ts',
        from: 'returning seat::int, person_id, cohort_code`',
        to: 'returning seat::int, person_id, (select o.cohort_code from orders o where o.id = order_id) as cohort_code`',
      },
    ],
    gate: { file: 'src/sell/learner-seats/move-seat.test.ts', test: 'a moved seat that ends' },
  },
  {
    name: 'a new key for each call to the provider',
    edits: [
      {
        file: `${ORDERS}/create-intent.ts`,
        from: 'key: `payment:$' + '{payment.id}`',
        to: 'key: crypto.randomUUID()',
      },
    ],
    gate: { file: 'src/sell/payments/stripe.test.ts', test: 'leaves one payment that can be paid' },
  },
  {
    name: 'no lock on the order and its payment',
    edits: [
      { file: `${ORDERS}/queries/orders.ts`, from: '.forNoKeyUpdate()', to: '' },
      {
        file: `${ORDERS}/queries/payments.ts`,
        from: ".where('id', '=', id).forUpdate()",
        to: ".where('id', '=', id)",
      },
      { file: `${ORDERS}/queries/payments.ts`, from: ".orderBy('attempt').forUpdate()", to: ".orderBy('attempt')" },
    ],
    gate: { file: `${PAYMENTS}/order-lock.test.ts`, test: 'the lock on an order' },
  },
  {
    name: 'no reconciliation',
    edits: [
      {
        file: `${PAYMENTS}/reconcile.ts`,
        from: '  const providers = deps',
        to: '  if (deps) return\n  const providers = deps',
      },
    ],
    gate: { file: 'src/sell/payments/stripe.test.ts', test: 'whose event is lost is completed by polling' },
  },
  {
    name: 'events are not remembered',
    edits: [
      {
        file: `${ORDERS}/queries/payments.ts`,
        from: 'on conflict (provider, event_id) do nothing returning',
        to: 'on conflict (provider, event_id) do update set handled_at = null returning',
      },
    ],
    gate: { file: 'src/sell/payments/stripe.test.ts', test: 'handled long ago' },
  },
  {
    name: 'seats are counted, and then taken',
    edits: [
      {
        file: 'src/catalogue/catalog/queries/seats.ts',
        from: '  const row = await tx\n    .updateTable(',
        to: `  const left = await tx.selectFrom('cohort').select(['taken', 'capacity']).where('cohort_code', '=', cohortCode).executeTakeFirst()
  if (left?.capacity != null && left.taken + seats > left.capacity) return false
  const row = await tx
    .updateTable(`,
      },
      {
        file: 'src/catalogue/catalog/queries/seats.ts',
        from:
          ".where((is) => is.or([is('capacity', 'is', null), is(sql<number>`taken + $" +
          "{seats}`, '<=', is.ref('capacity'))]))",
        to: '',
      },
    ],
    gate: { file: `${CHECKOUT}/checkout.test.ts`, test: '60 buyers for 7 seats' },
  },
  {
    name: 'verify-payment believes the browser',
    edits: [
      {
        file: `${PAYMENTS}/wire/verify.ts`,
        from: 'query: z.object({ paymentId',
        to: 'query: z.looseObject({ paymentId',
      },
      {
        file: `${PAYMENTS}/check-payment.ts`,
        from: 'const heard = await pollProvider(deps, chosen)',
        to: `if ('redirect_status' in query && chosen.provider_intent_id)
    await completePayment(deps, chosen.provider, { intentId: chosen.provider_intent_id, status: 'succeeded', amount: money(chosen.amount_minor, chosen.currency), failureCode: null, card: null })
  const heard = await pollProvider(deps, chosen)`,
      },
    ],
    gate: { file: 'src/sell/payments/stripe.test.ts', test: 'nothing that the browser passes on is believed' },
  },
  {
    name: 'PayPal captures another amount than ours',
    edits: [{ file: `${PAYPAL}/paypal.ts`, from: 'unit.amount.minor === amount.minor && ', to: '' }],
    gate: { file: 'src/sell/payments/paypal.test.ts', test: 'is neither captured nor believed' },
  },
  {
    name: 'PayPal captures the amount in another currency',
    edits: [{ file: `${PAYPAL}/paypal.ts`, from: ' && unit.amount.currency === amount.currency', to: '' }],
    gate: { file: 'src/sell/payments/paypal.test.ts', test: 'is neither captured nor believed' },
  },
  {
    name: 'PayPal captures the order of another payment',
    edits: [{ file: `${PAYPAL}/paypal.ts`, from: 'unit.custom_id === reference && ', to: '' }],
    gate: { file: 'src/sell/payments/paypal.test.ts', test: 'is neither captured nor believed' },
  },
  {
    name: 'a charge of another amount is believed',
    edits: [
      {
        file: `${PAYMENTS}/open-fact.ts`,
        from: 'return amount.minor === known.amount_minor && amount.currency === known.currency',
        to: 'return true',
      },
    ],
    gate: { file: 'src/sell/payments/paypal.test.ts', test: 'is neither captured nor believed' },
  },
  {
    name: 'an approved payment is captured without its seats',
    edits: [
      {
        file: `${PAYMENTS}/capture-payment.ts`,
        from: 'if (mayCharge) return startCapture(tx, id)',
        to: 'if (mayCharge || id) return startCapture(tx, id)',
      },
    ],
    gate: {
      file: `${CHECKOUT}/place-order/order-by-paypal.test.ts`,
      test: 'approved after the seats were sold: nothing is captured',
    },
  },
  {
    name: 'a payment is cancelled while it is captured',
    edits: [{ file: `${PAYMENTS}/end-order.ts`, from: 'if (payment.capture_requested_at) return false', to: '' }],
    gate: {
      file: `${CHECKOUT}/place-order/order-by-paypal.test.ts`,
      test: 'is not cancelled when its capture is noted in the meantime',
    },
  },
  {
    name: 'a delivery of PayPal is read however old it is',
    edits: [{ file: `${PAYPAL}/signature.ts`, from: 'age > OLDEST_MS || ', to: '' }],
    gate: { file: 'src/sell/payments/paypal.test.ts', test: 'that PayPal did not sign is refused' },
  },
  {
    name: 'a refund is sent again when PayPal forgot its key',
    edits: [{ file: `${PAYPAL}/paypal.ts`, from: 'if (accepted) return { refundId: accepted.refundId }', to: '' }],
    gate: { file: `${PAYPAL}/paypal.test.ts`, test: 'that forgot its keys is not asked for a refund again' },
  },
  {
    name: 'a charge of another payment is believed',
    edits: [
      {
        file: `${PAYMENTS}/open-fact.ts`,
        from: 'if (reference !== undefined && reference !== known.id) return false',
        to: '',
      },
    ],
    gate: { file: 'src/sell/payments/paypal.test.ts', test: 'is neither captured nor believed' },
  },
  {
    name: 'a payment that was declined is captured again',
    edits: [
      {
        file: `${PAYMENTS}/capture-payment.ts`,
        from: "(payment.state !== 'cancelled' || payment.failure_code)",
        to: "payment.state !== 'cancelled'",
      },
    ],
    gate: { file: 'src/sell/payments/paypal.test.ts', test: 'a late event of the approval changes nothing' },
  },
  {
    name: 'an event of PayPal is read without its signature',
    edits: [
      { file: `${PAYPAL}/signature.ts`, from: '  return verify(', to: '  return signature.length > 0 || verify(' },
    ],
    gate: { file: 'src/sell/payments/paypal.test.ts', test: 'that PayPal did not sign is refused' },
  },
  {
    name: 'the certificate of an event comes from anywhere',
    edits: [{ file: `${PAYPAL}/certificates.ts`, from: 'isPlain && origins.includes(url.origin)', to: 'isPlain' }],
    gate: { file: `${PAYPAL}/signature.test.ts`, test: 'is not read' },
  },
  {
    name: 'a person is referred twice',
    edits: [
      {
        // Only modules are edited, so this one leaves the constraint out of the migration that it reads.
        file: 'src/platform/db/migrate.ts',
        from: `await readFile(new URL(name, folder), 'utf8')`,
        to: `(await readFile(new URL(name, folder), 'utf8')).replace('referred_person_id uuid not null unique', 'referred_person_id uuid not null')`,
      },
    ],
    gate: {
      file: 'src/sell/referrals/referrals.test.ts',
      test: 'the database refuses a second referral of a person',
    },
  },
  {
    name: 'a saved card pays for anybody',
    edits: [
      {
        file: `${ORDERS}/queries/reusable-cards.ts`,
        from: ".where('orders.person_id', '=', personId)",
        to: '',
      },
    ],
    gate: { file: `${PAYMENTS}/saved-cards/reusable-cards.test.ts`, test: 'also by the database' },
  },
  {
    name: 'a person has an open order in each browser',
    edits: [
      {
        // Only modules are edited, so this one changes the migration as it is read.
        file: 'src/platform/db/migrate.ts',
        from: `await readFile(new URL(name, folder), 'utf8')`,
        to: `(await readFile(new URL(name, folder), 'utf8')).replace('create unique index orders_one_open_of_person', 'create index orders_one_open_of_person')`,
      },
    ],
    gate: { file: `${CHECKOUT}/place-order/one-order-of-a-person.test.ts`, test: 'refused by the database' },
  },
  {
    name: 'a withdrawn consent keeps the card',
    edits: [
      {
        file: `${PAYMENTS}/saved-cards/note-card-consents.ts`,
        from: ': withdrawKeepConsent(tx, orderId))',
        to: ': withdrawKeepConsent)',
      },
    ],
    gate: {
      file: 'src/sell/payments/saved-cards/saved-cards.test.ts',
      test: 'is not kept if the consent is not given again',
    },
  },
  {
    name: 'an open attempt goes on with the consents of an earlier call',
    edits: [
      {
        file: `${PAYMENTS}/continue-payment.ts`,
        from: '(await hasSameConsents(deps.db, { order, isOwner }, consent))',
        to: 'hasSameConsents !== null',
      },
    ],
    gate: {
      file: 'src/sell/payments/saved-cards/saved-cards.test.ts',
      test: 'is not kept if the buyer presses Pay again without the consent',
    },
  },
  {
    name: 'a card that was saved without a consent stays at the provider',
    edits: [
      { file: `${PAYMENTS}/saved-cards/keep-card.ts`, from: 'if (savedCard) await', to: 'if (!savedCard) await' },
    ],
    gate: {
      file: 'src/sell/payments/saved-cards/saved-cards.test.ts',
      test: 'is deleted at Stripe if the consent ended',
    },
  },
  {
    name: 'the link to pay shares the attempt of the saved card',
    edits: [
      {
        file: `${PAYMENTS}/continue-payment.ts`,
        from: '!(await isChargeOfMandate(deps.db, live))',
        to: 'isChargeOfMandate !== null',
      },
    ],
    gate: { file: 'src/sell/payments/saved-cards/saved-cards.test.ts', test: 'no job cancels that payment' },
  },
  {
    name: 'a customer that was deleted at Stripe stops the buyer',
    edits: [
      {
        file: 'src/platform/payments/stripe-saved-cards.ts',
        from: 'isGone ? new CardGoneError(GONE) : error',
        to: 'isGone ? error : error',
      },
    ],
    gate: {
      file: 'src/sell/payments/saved-cards/saved-cards.test.ts',
      test: 'after the customer was deleted at Stripe',
    },
  },
  {
    name: 'a dispute leaves the saved card',
    edits: [
      {
        file: 'src/sell/refunds/apply-disputes.ts',
        from: 'disputesOfCompletePayments.length > 0',
        to: 'order === null',
      },
    ],
    gate: { file: `${PAYMENTS}/saved-cards/charge-saved-card-troubles.test.ts`, test: 'a dispute ends both consents' },
  },
  {
    name: 'a unit of a draft is saved without asking for its version',
    edits: [
      {
        file: 'src/catalogue/drafts/save-unit.ts',
        from: 'if (storedVersion !== version) {',
        to: 'if (storedVersion !== version && version < 0) {',
      },
    ],
    gate: { file: 'src/catalogue/drafts/drafts.test.ts', test: 'no version is overwritten unread' },
  },
  {
    name: 'publishing reads the draft twice',
    edits: [
      {
        file: 'src/catalogue/drafts/publish-draft.ts',
        from: '  await lockCourse(tx, courseCode)\n  const state',
        to: '  const state',
      },
      {
        file: 'src/catalogue/drafts/publish-draft.ts',
        from: '  const missing = state.needs',
        to: '  Object.assign(state, await loadDraftState(tx, courseCode, deps.clock()))\n  const missing = state.needs',
      },
    ],
    gate: {
      file: 'src/catalogue/drafts/publish-readers.test.ts',
      test: 'publishes only texts that its person has seen',
    },
  },
  {
    name: 'the course is missing where a draft asks for its files',
    edits: [
      {
        file: 'src/media/queries/assets.ts',
        from:
          "    .where('id', '=', sql<string>`any($" +
          "{assetIds}::uuid[])`)\n    .where('course_code', '=', courseCode)\n    .where('state'",
        to: "    .where('id', '=', sql<string>`any($" + "{assetIds}::uuid[])`)\n    .where('state'",
      },
    ],
    gate: { file: 'src/catalogue/drafts/curriculum.test.ts', test: 'a lesson names files of its course only' },
  },
  {
    name: 'a text of a lesson links to any address',
    edits: [
      {
        file: 'src/learn/lessons/text/dialect.ts',
        from: 'isLinkAllowed(url) && (isWholeAddress(url)',
        to: 'isLinkAllowed !== null || (isWholeAddress(url)',
      },
    ],
    gate: { file: 'src/learn/lessons/text/lesson-text.test.ts', test: 'links and images lead only where they may' },
  },
  {
    name: 'an import undoes what the studio changed',
    edits: [
      {
        file: 'src/catalogue/catalog/files/import.ts',
        from: 'if (!overStudio) faults',
        to: 'if (overStudio) faults',
      },
    ],
    gate: {
      file: 'src/catalogue/catalog/files/studio-changes.test.ts',
      test: 'a price of the studio is kept until the file has it',
    },
  },
  {
    name: 'a restored installation pays refunds before its release',
    edits: [
      {
        file: `${BACKUP}/hold.ts`,
        from: 'refund: unlessHeld((order) => gateway.refund(order)),',
        to: 'refund: (order) => gateway.refund(order),',
      },
      {
        file: 'src/sell/refunds/send-refund.ts',
        from: 'if (await isInstallationHeld(deps.db)) throw new HeldError()',
        to: '',
      },
    ],
    gate: { file: 'src/screens/admin/release-hold.test.ts', test: 'an owed refund is sent once' },
  },
  {
    name: 'a restored installation sends e-mails before its release',
    edits: [
      { file: `${BACKUP}/hold.ts`, from: '(await isHeld()) ? {', to: '(await isHeld()) && !email ? {' },
      { file: 'src/people/mailing/send.ts', from: '(await deps.mailer.isHeld?.())', to: 'false' },
    ],
    gate: { file: 'src/screens/admin/release-hold.test.ts', test: 'no e-mail leaves before the release' },
  },
  {
    name: 'triggers fire while a backup is restored',
    edits: [{ file: `${BACKUP}/restore-rows.ts`, from: 'disable trigger user', to: 'enable trigger user' }],
    gate: { file: `${BACKUP}/backup.test.ts`, test: 'a restore gives equal rows' },
  },
  {
    name: 'the way back of an upgrade keeps tables of the newer version',
    edits: [{ file: `${BACKUP}/restore-rows.ts`, from: "'table' end as kind", to: "'view' end as kind" }],
    gate: { file: `${BACKUP}/backup.test.ts`, test: 'a backup without files replaces the rows' },
  },
  {
    name: 'a start applies migrations one by one',
    edits: [
      {
        file: 'src/platform/db/migrate.ts',
        from: 'for (const file of missing) await apply(tx, file)',
        to: '',
      },
      {
        file: 'src/platform/db/migrate.ts',
        from: 'return missing.map((file) => file.name)',
        to: 'for (const file of missing) await connection.transaction().execute((tx) => apply(tx, file))\n  return missing.map((file) => file.name)',
      },
    ],
    gate: { file: 'src/platform/db/migrate.test.ts', test: 'a file that fails changes nothing' },
  },
  {
    name: 'the last owner is made an admin',
    edits: [
      {
        file: 'src/people/roles/take-role.ts',
        from: "if (choice.role === 'owner' && !(await hasOtherOwner(tx, person.id))) return refused('LAST_OWNER')",
        to: '',
      },
    ],
    gate: { file: 'src/people/roles/change-roles.test.ts', test: 'stays: no role is taken' },
  },
  {
    name: 'an invitation gives what its sender may not give any more',
    edits: [
      {
        file: 'src/people/invitations/accept-invitation.ts',
        from: 'return (await requireInviter(db, inviter, role)).ok ?',
        to: 'return (await requireInviter(db, inviter, role)) ?',
      },
    ],
    gate: { file: 'src/people/invitations/invitations.test.ts', test: 'of an inviter who may not give the role' },
  },
  {
    name: 'an invitation leaves the sessions of a stranger',
    edits: [
      {
        file: 'src/people/invitations/accept-invitation.ts',
        from: "await endPersonSessions(tx, id, 'password-reset')",
        to: '',
      },
    ],
    gate: { file: 'src/people/invitations/invitations.test.ts', test: 'that nobody had proved loses' },
  },
  {
    name: 'a message goes to seats that have ended',
    edits: [
      {
        file: 'src/learn/messages/queries/recipients.ts',
        from: ".where('enrolment.state', '=', sql.lit('active'))",
        to: '',
      },
    ],
    gate: { file: 'src/learn/messages/messages.test.ts', test: 'who leaves, turns course news off' },
  },
  {
    name: 'a planned message of a former teacher is sent',
    edits: [
      {
        file: 'src/learn/messages/write-message.ts',
        from: 'if (!(await maySend(tx, message))) {',
        to: 'if (!(await maySend(tx, message)) && !message) {',
      },
    ],
    gate: { file: 'src/learn/messages/messages.test.ts', test: 'a planned message of a teacher who lost the role' },
  },
  {
    name: 'orders that are placed at once pass the limit of a code',
    edits: [
      {
        file: 'src/catalogue/catalog/queries/promo-codes.ts',
        from: "and other.state in ('open', 'complete')\n        and (to_mailbox",
        to: "and other.state = 'complete'\n        and (to_mailbox",
      },
    ],
    gate: { file: 'src/sell/promo-codes/promo-codes.test.ts', test: 'one person has a code as often' },
  },
  {
    name: 'a creator ends a code of the whole site',
    edits: [
      {
        file: 'src/sell/promo-codes/edit-codes.ts',
        from: "promo.scope === 'all' ? isAdminRole(permitted.value.site) : own.isWhole",
        to: "promo.scope === 'all' || own.isWhole",
      },
    ],
    gate: { file: 'src/sell/promo-codes/promo-codes.test.ts', test: 'codes for the whole site are for admins' },
  },
  {
    name: 'a refund goes by days that the order did not keep',
    edits: [
      {
        file: 'src/sell/refunds/refund-figures.ts',
        from: 'return { daysBefore, latePercent, daysAfter }',
        to: 'return { daysBefore: 7, latePercent, daysAfter }',
      },
    ],
    gate: { file: 'src/sell/refunds/refund-policies.test.ts', test: 'an order keeps the figures' },
  },
  {
    name: 'a session that moved gives nothing back',
    edits: [
      {
        file: 'src/domain/orders/refund-terms.ts',
        from: 'if (movedTo && now < movedTo) return { percent: 100, until: movedTo, isMoved: true }',
        to: '',
      },
    ],
    gate: { file: 'src/domain/orders/refund-terms.test.ts', test: 'the steps that an order shows' },
  },
  {
    name: 'an order counts as complete while a bank holds its money',
    edits: [
      {
        file: 'src/domain/orders/money-outcome.ts',
        from: "if (disputedMinor > 0) return 'disputed'",
        to: '',
      },
    ],
    gate: { file: 'src/domain/orders/money-outcome.test.ts', test: 'an open dispute comes before' },
  },
  {
    name: 'a log-in link logs an admin in',
    edits: [
      {
        file: 'src/people/accounts/session/log-in-link.ts',
        from: "return roles.includes('community-admin')",
        to: "return roles.includes('nobody')",
      },
    ],
    gate: { file: 'src/people/accounts/session/log-in-link.test.ts', test: 'an admin gets no link' },
  },
  {
    name: 'a co-teacher gives seats away',
    edits: [
      {
        file: 'src/sell/learner-seats/give-free-seats.ts',
        from: "'learner.seat', courseCode",
        to: "'learner.list', courseCode",
      },
    ],
    gate: { file: 'src/sell/learner-seats/give-free-seats.test.ts', test: 'a co-teacher may not give seats' },
  },
  {
    name: 'a preview link works for ever',
    edits: [
      {
        file: 'src/catalogue/previews/queries.ts',
        from: ".select('course_code')\n    .where('token_hash', '=', tokenHash)\n    .where('expires_at', '>', now)",
        to: ".select('course_code')\n    .where('token_hash', '=', tokenHash)",
      },
    ],
    gate: { file: 'src/catalogue/previews/previews.test.ts', test: 'a link ends after seven days' },
  },
  {
    name: 'two browsers set up one site',
    edits: [
      {
        file: 'src/screens/set-up/set-up-site.ts',
        from: 'await lockFirstOwner(tx)',
        to: '',
      },
    ],
    gate: { file: 'src/screens/set-up/set-up.test.ts', test: 'twenty browsers at once' },
  },
]
