import { sql } from 'drizzle-orm';
import type { Vocabulary } from './sqlite/connection/column-types.ts';

/**
 * The tables of both databases. Each has its own words for the types: sqlite/connection/column-types.ts and
 * postgres/connection/schema.ts. After a change, `npx drizzle-kit generate` writes a migration for each.
 *
 * A check refuses what no version of this program has written. None compares times, which two clocks may have given, and `events`
 * has none: the cheapest would cost an insert 5 %.
 */
export function defineTables({
  table,
  index,
  uniqueIndex,
  primaryKey,
  check,
  only,
  ...types
}: Vocabulary) {
  const { text, id, int, count, time, flag, day, json, bytes, arrival, eventSeq, auditId } = types;

  const signups = table(
    'notifyme_signups',
    {
      ...arrival(),
      id: id('id').primaryKey(),
      name: text('name').notNull(),
      email: text('email').notNull(),
      youtubeChannel: text('youtube_channel'),
      useCase: text('use_case'),
      signupType: text('signup_type').notNull(),
      createdAt: time('created_at').notNull(),
      language: text('language'),
      /** When the owner of the address confirmed it; null until then, and where the site sends no mail. */
      confirmedAt: time('confirmed_at'),
      /** Of the line beside the form that said what messages follow; null for signups from before it was stored. */
      wordingHash: text('wording_hash'),
      /** Since when there is no such mailbox, as far as is known: mail/address-evidence.sql.ts. */
      undeliverableAt: time('undeliverable_at'),
      /** When somebody called our mail unwanted, at their provider: no mailing goes there. */
      complainedAt: time('complained_at'),
      /** When a server last had a message that asks for a confirmation: only then can somebody know its code. */
      askedAt: time('asked_at'),
      /** When its owner agreed to the message at the launch, to which text, and when he or she said no, which counts. */
      launchAgreedAt: time('launch_agreed_at'),
      launchTextHash: text('launch_text_hash'),
      launchDeclinedAt: time('launch_declined_at'),
      /** Since when it is only stored (Art. 18 GDPR): nothing is sent, and retention leaves it. */
      restrictedAt: time('restricted_at'),
    },
    (it) => [
      uniqueIndex('notifyme_signups_email_key')
        .on(sql`lower(${it.email})`)
        .where(sql`${it.confirmedAt} IS NOT NULL`),
      // The confirmed signup of an address, or else its latest, is the last.
      index('notifyme_signups_email').on(
        sql`lower(${it.email})`,
        sql`(${it.confirmedAt} IS NOT NULL)`,
        it.id,
      ),
      index('notifyme_signups_asked').on(sql`lower(${it.email})`, it.askedAt),
      // The console lists and counts signups without reading their texts.
      index('notifyme_signups_list').on(
        it.createdAt,
        it.id,
        it.signupType,
        it.confirmedAt,
        it.undeliverableAt,
        it.complainedAt,
        it.language,
        it.launchAgreedAt,
        it.launchDeclinedAt,
        it.restrictedAt,
      ),
      check('notifyme_signups_type', sql`signup_type IN ('notifyme', 'beta')`),
    ],
  );

  /** A message to many people on the list, which was written in the console. */
  const mailings = table(
    'mailings',
    {
      id: id('id').primaryKey(),
      /** The words by language, English among them, and whom they are for. */
      content: json('content').notNull(),
      state: text('state').notNull(),
      /** Why it is paused, if nobody pressed the button; null otherwise. */
      reason: text('reason'),
      createdAt: time('created_at').notNull(),
      startedAt: time('started_at'),
      endedAt: time('ended_at'),
      /** How many people it was sent to when it started. */
      people: count('people').notNull(),
    },
    () => [
      check(
        'mailings_state',
        sql`state IN ('draft', 'starting', 'sending', 'paused', 'stopped', 'done')`,
      ),
      ...only('sqlite', () => [check('mailings_json', sql`json_valid(content)`)]),
    ],
  );

  /**
   * SQLite's table has no index except the id's: each further one costs more than the insert itself. PostgreSQL's has one
   * by person. A database with several writing processes is too large to scan while nobody may write (persons.ts).
   */
  const events = table(
    'events',
    {
      seq: eventSeq('seq'),
      id: id('id').notNull().unique('events_id_key'),
      consentId: id('consent_id').notNull(),
      sessionId: id('session_id'),
      name: text('name').notNull(),
      properties: json('properties').notNull(),
      path: text('path'),
      referrerHost: text('referrer_host'),
      utmSource: text('utm_source'),
      utmMedium: text('utm_medium'),
      utmCampaign: text('utm_campaign'),
      utmTerm: text('utm_term'),
      utmContent: text('utm_content'),
      viewport: text('viewport'),
      /** Of the page. */
      language: text('language'),
      occurredAt: time('occurred_at').notNull(),
      receivedAt: time('received_at').notNull(),
    },
    (it) => only('postgres', () => [index('events_consent_id').on(it.consentId)]),
  );

  /** Who may enter the console with a passkey. */
  const people = table(
    'people',
    {
      id: id('id').primaryKey(),
      name: text('name').notNull(),
      role: text('role').notNull(),
      createdAt: time('created_at').notNull(),
      /** Of the link that registers a passkey; null once it was used. */
      linkHash: id('link_hash'),
      linkEndsAt: time('link_ends_at'),
    },
    (it) => [
      uniqueIndex('people_name').on(sql`lower(${it.name})`),
      uniqueIndex('people_link').on(it.linkHash),
      check('people_role', sql`role IN ('owner', 'viewer')`),
    ],
  );

  const passkeys = table(
    'passkeys',
    {
      /** That of the authenticator, in base64url. */
      id: id('id').primaryKey(),
      personId: id('person_id')
        .notNull()
        .references(() => people.id, { onDelete: 'cascade' }),
      name: text('name').notNull(),
      /** In COSE, in base64url: all that is kept of the authenticator. */
      publicKey: text('public_key').notNull(),
      /** How often it was used, as the authenticator says; 0 where it does not count. */
      counter: count('counter').notNull(),
      createdAt: time('created_at').notNull(),
      usedAt: time('used_at').notNull(),
    },
    (it) => [index('passkeys_person').on(it.personId)],
  );

  // A table comes after those that it refers to.
  return {
    /** A row says that the consent question has these words in its language from its revision on: consent/consent-text-rule.ts. */
    consentTexts: table(
      'consent_texts',
      {
        revision: int('revision').notNull(),
        hash: text('hash').notNull(),
        language: text('language').notNull(),
        recipient: text('recipient'),
        text: text('text').notNull(),
        publishedAt: time('published_at').notNull(),
      },
      (it) => [primaryKey({ columns: [it.language, it.revision] })],
    ),
    /** Append-only, by triggers of the migrations: it is the proof that GDPR article 7(1) asks for. */
    consents: table(
      'consents',
      {
        ...arrival(),
        id: id('id').primaryKey(),
        consentId: id('consent_id').notNull(),
        revision: int('revision').notNull(),
        analytics: flag('analytics').notNull(),
        source: text('source').notNull(),
        language: text('language').notNull(),
        textHash: text('text_hash').notNull(),
        gpc: flag('gpc').notNull(),
        /** The browser's time, but never later than the server's. Null means `recorded_at`. */
        decidedAt: time('decided_at'),
        recordedAt: time('recorded_at').notNull(),
      },
      (it) => [
        // In the order of the decisions: each request reads the latest one of an id, which may have 100,000.
        index('consents_latest').on(
          it.consentId,
          sql`coalesce(${it.decidedAt}, ${it.recordedAt})`,
          ...only('postgres', () => [(it as unknown as { seq: typeof it.id }).seq]),
        ),
        ...only('postgres', () => [
          index('consents_granted').on(it.consentId).where(sql`${it.analytics}`),
        ]),
        check('consents_gpc', sql`NOT (analytics AND gpc)`),
        ...only('sqlite', () => [
          check('consents_flags', sql`analytics IN (0, 1) AND gpc IN (0, 1)`),
        ]),
      ],
    ),
    consentRefusals: table(
      'consent_refusals',
      {
        day: day('day').notNull(),
        source: text('source').notNull(),
        count: count('count').notNull(),
      },
      (it) => [primaryKey({ columns: [it.day, it.source] })],
    ),
    /** The same refusals by the quarter of an hour: quarters.ts. */
    refusalQuarters: table(
      'refusal_quarters',
      {
        source: text('source').notNull(),
        quarter: id('quarter').notNull(),
        count: count('count').notNull(),
      },
      (it) => [primaryKey({ columns: [it.source, it.quarter] })],
    ),
    /**
     * While this table has a row, rows of `consents` can be deleted. Only the retention job may insert one. It deletes it
     * again before its transaction commits, so no other connection ever sees it.
     */
    retentionPass: table('retention_pass', { id: int('id').primaryKey() }),
    signups,
    /** For the previous version, which may run beside this one. Nothing reads or writes it now. */
    signupSearch: table('signup_search', {
      signupId: id('signup_id')
        .primaryKey()
        .references(() => signups.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
      folded: text('folded').notNull(),
    }),
    /**
     * What is to be sent to others, in the transaction that caused it. A row without a payload has been settled. What it says
     * about a person is read from the signup at the time of sending, so no copy of it is here.
     */
    outbox: table(
      'outbox',
      {
        id: id('id').primaryKey(),
        /** `confirmation`: a message that asks for a confirmation. Otherwise the type of a webhook's message. */
        kind: text('kind').notNull(),
        /** `mail`, or a name for a webhook's URL, which may contain a secret. */
        recipient: id('recipient').notNull().default('mail'),
        /** Whom it concerns. Deleting the signup deletes the row. Null once it was sent: those rows are only counted. */
        signupId: id('signup_id').references(() => signups.id, { onDelete: 'cascade' }),
        /** For the previous version, which may run beside this one. Nothing writes it now. */
        visitorHash: id('visitor_hash'),
        /** Null once the row is settled. */
        payload: json('payload'),
        /** `refused` is for good, `given_up` after too many attempts. */
        state: text('state').notNull(),
        attempts: int('attempts').notNull(),
        createdAt: time('created_at').notNull(),
        dueAt: time('due_at').notNull(),
        settledAt: time('settled_at'),
        /** When a server last had the whole message, whether or not it answered. `MAIL_HOURLY` counts these times. */
        handedOverAt: time('handed_over_at'),
        /** Why the last attempt failed, in the receiver's words, without the address. */
        reason: text('reason'),
        /** Mail with a higher one goes first: mail-store.ts. */
        priority: int('priority').notNull().default(0),
        /** A hash of the mailbox, whatever its address: ../lib/mailbox.ts. It gets three messages a day. */
        mailbox: id('mailbox'),
      },
      (it) => [
        index('outbox_due').on(it.recipient, it.state, it.dueAt),
        index('outbox_next').on(it.recipient, it.state, it.priority, it.dueAt, it.id),
        index('outbox_order').on(it.recipient, it.state, it.id),
        index('outbox_signup').on(it.signupId),
        index('outbox_visitor').on(it.visitorHash),
        index('outbox_mailbox').on(it.mailbox, it.handedOverAt),
        index('outbox_handed_over').on(it.recipient, it.handedOverAt),
        check('outbox_state', sql`state IN ('waiting', 'sent', 'refused', 'given_up')`),
        check('outbox_settled', sql`(state = 'waiting') = (settled_at IS NULL)`),
        check('outbox_payload', sql`(state = 'waiting') = (payload IS NOT NULL)`),
        ...only('sqlite', () => [
          check('outbox_json', sql`payload IS NULL OR json_valid(payload)`),
        ]),
      ],
    ),
    /**
     * One row for each message that asked for a confirmation. A row outlives its signup, so that a second press on the link to
     * leave gets the same answer, and so that a restored backup does not bring back who left. It then refers to nobody.
     */
    confirmations: table(
      'confirmations',
      {
        tokenHash: id('token_hash').primaryKey(),
        signupId: id('signup_id').references(() => signups.id, { onDelete: 'set null' }),
        codeHash: text('code_hash').notNull(),
        /** How many wrong codes were tried for the address while this one was there. */
        tries: int('tries').notNull(),
        createdAt: time('created_at').notNull(),
        /** Seven days after the message was sent; while it waits, after it was queued. */
        expiresAt: time('expires_at').notNull(),
        /** When the daily job found that the signup is deleted. */
        removedAt: time('removed_at'),
      },
      (it) => [index('confirmations_signup').on(it.signupId)],
    ),
    /** Webhooks whose receiver answered 410. No further message is queued for them. */
    webhooksOff: table('webhooks_off', {
      recipient: id('recipient').primaryKey(),
      at: time('at').notNull(),
    }),
    /**
     * One row for each confirmed signup that was deleted: what shows, if somebody says so later, that the owner of the address
     * had asked for our messages. signups/signup-proofs.sql.ts writes and deletes it.
     */
    signupProofs: table(
      'signup_proofs',
      {
        /** Of the address, with the site's own secret. */
        addressHash: id('address_hash').notNull(),
        language: text('language'),
        wordingHash: text('wording_hash'),
        signedUpAt: time('signed_up_at').notNull(),
        confirmedAt: time('confirmed_at').notNull(),
        removedAt: time('removed_at').notNull(),
        launchAgreedAt: time('launch_agreed_at'),
        launchTextHash: text('launch_text_hash'),
        launchDeclinedAt: time('launch_declined_at'),
      },
      (it) => [primaryKey({ columns: [it.addressHash, it.confirmedAt] })],
    ),
    /** What people were shown who were asked for the message at the launch, once each: signups/launch-agreement.sql.ts. Only added to. */
    launchTexts: table('launch_texts', {
      hash: text('hash').primaryKey(),
      language: text('language').notNull(),
      /** Of signup. */
      kind: text('kind').notNull(),
      text: text('text').notNull(),
      publishedAt: time('published_at').notNull(),
    }),
    /** Mailboxes whose owners want no message at all: mail/blocked-mailboxes.sql.ts. */
    blockedMailboxes: table('blocked_mailboxes', {
      /** Of the mailbox, with the site's own secret. */
      hash: id('hash').primaryKey(),
      at: time('at').notNull(),
    }),
    /** What the team decided of an application. Without a row, it waits. */
    signupDecisions: table(
      'signup_decisions',
      {
        signupId: id('signup_id')
          .primaryKey()
          .references(() => signups.id, { onDelete: 'cascade' }),
        decision: text('decision').notNull(),
        decidedAt: time('decided_at').notNull(),
        /** The name that somebody gave; null without one. */
        decidedBy: text('decided_by'),
        note: text('note'),
        /** When a message about it left. From then on it stays. */
        toldAt: time('told_at'),
      },
      () => [check('signup_decisions_decision', sql`decision IN ('accepted', 'declined')`)],
    ),
    /** One row for each invitation of somebody who was accepted. */
    invitations: table(
      'invitations',
      {
        tokenHash: id('token_hash').primaryKey(),
        signupId: id('signup_id')
          .notNull()
          .references(() => signups.id, { onDelete: 'cascade' }),
        createdAt: time('created_at').notNull(),
        /** Fourteen days after the message was sent; while it waits, after it was queued. */
        expiresAt: time('expires_at').notNull(),
        /** The person asked for it, because the one before had expired or was used. */
        byPerson: flag('by_person').notNull(),
        sentAt: time('sent_at'),
        redeemedAt: time('redeemed_at'),
        withdrawnAt: time('withdrawn_at'),
      },
      (it) => [index('invitations_signup').on(it.signupId)],
    ),
    mailings,
    /** Whom a mailing goes to. A row is `in_doubt` from before its message leaves until the server's answer is stored. */
    mailingRecipients: table(
      'mailing_recipients',
      {
        mailingId: id('mailing_id')
          .notNull()
          .references(() => mailings.id, { onDelete: 'cascade' }),
        signupId: id('signup_id')
          .notNull()
          .references(() => signups.id, { onDelete: 'cascade' }),
        /** Of the message, while it is in the outbox, and of its `Message-ID`. */
        messageId: id('message_id').notNull().unique('mailing_recipients_message'),
        state: text('state').notNull(),
        attempts: int('attempts').notNull(),
        dueAt: time('due_at').notNull(),
        attemptedAt: time('attempted_at'),
        /** Why it did not leave, or may not have: a sentence for people. */
        reason: text('reason'),
      },
      (it) => [
        primaryKey({ columns: [it.mailingId, it.signupId] }),
        index('mailing_recipients_next').on(it.mailingId, it.state, it.dueAt, it.messageId),
        index('mailing_recipients_signup').on(it.signupId),
        check('mailing_recipients_state', sql`state IN ('waiting', 'in_doubt', 'sent', 'refused')`),
      ],
    ),
    /** What happened and when, for charts and exports: written by people, or `version` at the start of another build. */
    notes: table(
      'notes',
      {
        ...arrival(),
        id: id('id').primaryKey(),
        at: time('at').notNull(),
        kind: text('kind').notNull(),
        text: text('text').notNull(),
      },
      (it) => [index('notes_at').on(it.at), check('notes_kind', sql`kind IN ('note', 'version')`)],
    ),
    savedFunnels: table(
      'saved_funnels',
      {
        id: id('id').primaryKey(),
        name: text('name').notNull(),
        /** Its steps and settings, as JSON. */
        definition: json('definition').notNull(),
      },
      (it) => [
        uniqueIndex('saved_funnels_name').on(it.name),
        ...only('sqlite', () => [check('saved_funnels_json', sql`json_valid(definition)`)]),
      ],
    ),
    /** One row for each time that an alert was raised. */
    alerts: table(
      'alerts',
      {
        id: id('id').primaryKey(),
        name: id('name').notNull(),
        text: text('text').notNull(),
        /** Since when it is wrong, which is earlier than it was raised. */
        since: time('since').notNull(),
        raisedAt: time('raised_at').notNull(),
        /** Null while it is wrong. */
        clearedAt: time('cleared_at'),
      },
      (it) => [
        uniqueIndex('alerts_open').on(it.name).where(sql`${it.clearedAt} IS NULL`),
        index('alerts_raised').on(it.raisedAt),
      ],
    ),
    /** Alerts that nobody wants to be told about until then. */
    alertSilences: table('alert_silences', {
      name: id('name').primaryKey(),
      until: time('until').notNull(),
    }),
    /** What happens once for each value: the week of the last digest, the last build, the last verified backup,
     * the last alert of a name that was told. */
    marks: table('marks', {
      name: id('name').primaryKey(),
      value: text('value').notNull(),
      at: time('at').notNull(),
    }),
    events,
    /**
     * Reports read this copy of `events`: one row holds all events of one stretch of `seq` (chunk-format.ts). It can be
     * made again at any time. Triggers of the migrations delete a row together with any of its events.
     */
    eventChunks: table(
      'event_chunks',
      {
        part: count('part').primaryKey(),
        firstAt: time('first_at').notNull(),
        lastAt: time('last_at').notNull(),
        count: int('count').notNull(),
        /** Null where the events have too many different values. Reports then read the events themselves. */
        bytes: bytes('bytes'),
      },
      // Reports choose the parts without reading the pages that hold the bytes.
      (it) =>
        only('sqlite', () => [index('event_chunks_times').on(it.part, it.firstAt, it.lastAt)]),
    ),
    pageCounts: table(
      'page_counts',
      { day: day('day').notNull(), path: text('path').notNull(), count: count('count').notNull() },
      (it) => [primaryKey({ columns: [it.day, it.path] })],
    ),
    /** The same pages by the quarter of an hour: quarters.ts. */
    pageQuarters: table(
      'page_quarters',
      {
        path: text('path').notNull(),
        quarter: id('quarter').notNull(),
        count: count('count').notNull(),
      },
      (it) => [primaryKey({ columns: [it.path, it.quarter] })],
    ),
    /** How many clients did something, each counted once a day for each act. Alerts are judged by it: ../counts/count-clients.ts. */
    clientQuarters: table(
      'client_quarters',
      {
        act: text('act').notNull(),
        quarter: id('quarter').notNull(),
        count: count('count').notNull(),
      },
      (it) => [primaryKey({ columns: [it.quarter, it.act] })],
    ),
    /**
     * What was done with people's data, and in the console: when, which kind, how many rows, and by whom. Whose data it was goes with
     * the signup, so the rest may be kept after it. Append-only, by triggers of the migrations, until retention deletes what
     * somebody did.
     */
    audit: table(
      'audit',
      {
        id: auditId('id'),
        at: time('at').notNull(),
        kind: text('kind').notNull(),
        /** The number of rows of each table. */
        counts: json('counts').notNull(),
        /** The name of who did it, or `token` or `command`; null for what the site or a command for data did. */
        doneBy: text('done_by'),
        personId: id('person_id'),
        /** The mailing, funnel, note or person that it was done to. */
        thing: id('thing'),
        signupId: id('signup_id').references(() => signups.id, { onDelete: 'set null' }),
      },
      (it) => [
        index('audit_signup').on(it.signupId),
        index('audit_thing').on(it.thing),
        index('audit_person').on(it.personId),
      ],
    ),
    people,
    passkeys,
    /** Sessions of people. Those of tokens are only in their cookie. */
    personSessions: table(
      'person_sessions',
      {
        /** Of the cookie, which cannot be derived from it. */
        hash: id('hash').primaryKey(),
        personId: id('person_id')
          .notNull()
          .references(() => people.id, { onDelete: 'cascade' }),
        passkeyId: id('passkey_id')
          .notNull()
          .references(() => passkeys.id, { onDelete: 'cascade' }),
        /** When the passkey was used. */
        openedAt: time('opened_at').notNull(),
        endsAt: time('ends_at').notNull(),
      },
      (it) => [
        index('person_sessions_person').on(it.personId),
        index('person_sessions_passkey').on(it.passkeyId),
      ],
    ),
    /**
     * Sessions of the growth console that were signed out early: a hash of the cookie, and when the session would have
     * expired.
     */
    endedSessions: table('ended_sessions', {
      hash: text('hash').primaryKey(),
      endsAt: time('ends_at').notNull(),
    }),
    /** The relay's progress, in one row. Events after `lastSeq` have not been processed. */
    relayState: table('relay_state', {
      id: int('id').primaryKey(),
      lastSeq: count('last_seq').notNull(),
      deliveredAt: time('delivered_at'),
      /** The reason and time of the last failure; null after a success. */
      failure: text('failure'),
      failedAt: time('failed_at'),
    }),
    /** The number of events for each result: delivered, set aside, or not delivered for a reason. */
    relayCounts: table('relay_counts', {
      outcome: text('outcome').primaryKey(),
      count: count('count').notNull(),
    }),
    /** Events that PostHog refuses even when they are sent alone. They are deleted with their event. */
    relayDeadLetters: table('relay_dead_letters', {
      seq: count('seq')
        .primaryKey()
        .references(() => events.seq, { onDelete: 'cascade' }),
      reason: text('reason').notNull(),
      setAsideAt: time('set_aside_at').notNull(),
    }),
  };
}
