import { HOUR_MS } from '#shared/limits';
import { NOTE_TIMES } from '#shared/notes';
import { PART_EVENTS } from '../../reports/scan/event-parts.ts';
import { FOREVER } from '../../store/clock-rule.ts';

/** A rule that every row written by this program keeps. */
export interface Invariant {
  /** What to call the broken rows in a message. */
  broken: string;
  /** A query for the number of broken rows and for one of them: `count`, `example`. */
  sql: string;
  values?: readonly (string | number)[];
}

const HEX = '[0-9a-f]';
const UUID = [8, 4, 4, 4, 12].map((length) => HEX.repeat(length)).join('-');
/** Earlier than the first version of this program. */
const EARLIEST = Date.UTC(2020, 0, 1);
const LAST = FOREVER - 1;

const rows = (table: string, condition: string, row = 'rowid') =>
  `SELECT count(*) AS count, min(${row}) AS example FROM ${table} WHERE ${condition}`;

/** When rows are dated. */
const DATED = [
  ['events', 'received_at'],
  ['consents', 'recorded_at'],
  ['notifyme_signups', 'created_at'],
  ['outbox', 'created_at'],
  ['confirmations', 'created_at'],
  ['signup_proofs', 'removed_at'],
  ['signup_decisions', 'decided_at'],
  ['invitations', 'created_at'],
  ['mailings', 'created_at'],
  ['alerts', 'raised_at'],
  ['webhooks_off', 'at'],
] as const;

/**
 * Returns a query for the tables with rows dated in the future, and how many these are. A clock that was ahead dated them.
 * They are as this program writes them, and most cannot be changed.
 *
 * @param now milliseconds since 1970 UTC
 */
export const rowsToCome = (now: number): string => {
  const latest = now + 24 * HOUR_MS; // for a clock that was corrected
  const counts = DATED.map(
    ([table, column]) =>
      `SELECT '${table}' AS name, count(*) AS count FROM ${table} WHERE ${column} > ${latest}`,
  );
  return `SELECT name, count FROM (${counts.join(' UNION ALL ')}) WHERE count > 0`;
};

export function invariants(): Invariant[] {
  const notId = (column: string) => `${column} NOT GLOB '${UUID}'`;
  const notTime = (column: string) => `${column} NOT BETWEEN ${EARLIEST} AND ${LAST}`;
  const notFlag = (column: string) => `${column} NOT IN (0, 1)`;
  return [
    { broken: 'events whose id is not a lower-case UUID', sql: rows('events', notId('id')) },
    {
      broken: 'events whose consent id is not a lower-case UUID',
      sql: rows('events', notId('consent_id')),
    },
    {
      broken: 'events whose session id is not a lower-case UUID',
      sql: rows('events', `session_id IS NOT NULL AND ${notId('session_id')}`),
    },
    {
      broken: 'events received at an impossible time',
      sql: rows('events', notTime('received_at')),
    },
    {
      // The intake corrects times that are more than 23 h ahead.
      broken: 'events that occurred after they were received',
      sql: rows('events', `occurred_at > received_at + ${24 * HOUR_MS}`),
    },
    {
      broken: 'events whose properties are not a JSON object',
      sql: rows(
        'events',
        "CASE WHEN json_valid(properties) THEN json_type(properties) <> 'object' ELSE 1 END",
      ),
    },
    {
      broken: 'events after the last assigned seq, which would be assigned again',
      sql: rows('events', "seq > (SELECT max(seq) FROM sqlite_sequence WHERE name = 'events')"),
    },
    {
      broken: 'copies of events for reports with too few or too many events',
      sql: `SELECT count(*) AS count, min(part) AS example FROM event_chunks WHERE count <>
            (SELECT count(*) FROM events WHERE seq > part * ${PART_EVENTS} AND seq <= (part + 1) * ${PART_EVENTS})`,
    },
    {
      broken: 'delivery cursors after the last event, which would skip new events',
      sql: rows(
        'relay_state',
        "last_seq > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)",
      ),
    },
    {
      broken: 'events set aside before delivery reached them',
      sql: rows('relay_dead_letters', 'seq > coalesce((SELECT last_seq FROM relay_state), 0)'),
    },
    {
      broken: 'consents whose id is not a lower-case UUID',
      sql: rows('consents', `${notId('id')} OR ${notId('consent_id')}`),
    },
    {
      broken: 'consents recorded at an impossible time',
      sql: rows('consents', notTime('recorded_at')),
    },
    {
      broken: 'consents decided after they were recorded',
      sql: rows(
        'consents',
        `decided_at > recorded_at + ${24 * HOUR_MS} AND NOT EXISTS (SELECT 1 FROM consents AS earlier
           WHERE earlier.consent_id = consents.consent_id AND earlier.rowid < consents.rowid
             AND earlier.decided_at = consents.decided_at)`,
      ),
    },
    {
      broken: 'consents with a decision that is neither 0 nor 1',
      sql: rows('consents', `${notFlag('analytics')} OR ${notFlag('gpc')}`),
    },
    {
      broken: 'grants against Global Privacy Control',
      sql: rows('consents', 'analytics = 1 AND gpc = 1'),
    },
    {
      // A withdrawal is stored whatever text it names.
      broken: 'grants to a text that is not on record',
      sql: rows(
        'consents',
        'analytics = 1 AND revision NOT IN (SELECT revision FROM consent_texts)',
      ),
    },
    {
      broken: 'consent texts that are missing between the first and the last',
      // Revision 0 is the text of made-up visitors and was never published.
      sql: 'SELECT coalesce(max(revision), 0) - count(DISTINCT revision) AS count, NULL AS example FROM consent_texts WHERE revision > 0',
    },
    {
      broken: 'permissions to delete proof that were not removed',
      sql: rows('retention_pass', 'true'),
    },
    {
      broken: 'signups whose id is not a lower-case UUID',
      sql: rows('notifyme_signups', notId('id')),
    },
    {
      broken: 'signups without an e-mail address',
      sql: rows('notifyme_signups', "email NOT LIKE '_%@_%._%'"),
    },
    {
      broken: 'signups of an unknown type',
      sql: rows('notifyme_signups', "signup_type NOT IN ('notifyme', 'beta')"),
    },
    {
      broken: 'signups made at an impossible time',
      sql: rows('notifyme_signups', notTime('created_at')),
    },
    {
      broken: 'signups confirmed at an impossible time',
      sql: rows(
        'notifyme_signups',
        `confirmed_at IS NOT NULL AND (${notTime('confirmed_at')} OR confirmed_at < created_at - ${24 * HOUR_MS})`,
      ),
    },
    {
      broken: 'messages in the outbox in a state that there is not, or at an impossible time',
      sql: rows(
        'outbox',
        `${notId('id')} OR state NOT IN ('waiting', 'sent', 'refused', 'given_up') OR ${notTime('created_at')}
         OR (state = 'waiting') <> (settled_at IS NULL)`,
      ),
    },
    {
      broken: 'settled messages that still hold their content, or waiting ones without any',
      sql: rows(
        'outbox',
        "(state = 'waiting') <> (payload IS NOT NULL) OR (payload IS NOT NULL AND NOT json_valid(payload))",
      ),
    },
    {
      broken: 'confirmations without a hash, or at an impossible time',
      sql: rows(
        'confirmations',
        `length(token_hash) <> 43 OR (length(code_hash) <> 43 AND code_hash <> '') OR ${notTime('created_at')} OR expires_at < created_at`,
      ),
    },
    {
      broken: 'proofs of deleted signups without a hash, or at an impossible time',
      sql: rows(
        'signup_proofs',
        `length(address_hash) <> 43 OR ${notTime('confirmed_at')} OR ${notTime('removed_at')} OR removed_at < confirmed_at`,
      ),
    },
    {
      broken:
        'decisions of an unknown kind, at an impossible time, or about no application for the beta',
      sql: rows(
        'signup_decisions',
        `decision NOT IN ('accepted', 'declined') OR ${notTime('decided_at')}
         OR signup_id NOT IN (SELECT id FROM notifyme_signups WHERE signup_type = 'beta')`,
      ),
    },
    {
      broken: 'invitations without a hash, at an impossible time, or both redeemed and withdrawn',
      sql: rows(
        'invitations',
        `length(token_hash) <> 43 OR ${notTime('created_at')} OR expires_at < created_at
         OR (redeemed_at IS NOT NULL AND withdrawn_at IS NOT NULL)`,
      ),
    },
    {
      broken: 'mailings in a state that there is not, or at an impossible time',
      sql: rows(
        'mailings',
        `${notId('id')} OR state NOT IN ('draft', 'starting', 'sending', 'paused', 'stopped', 'done') OR ${notTime('created_at')}`,
      ),
    },
    {
      broken: 'recipients of mailings in a state that there is not',
      sql: rows('mailing_recipients', "state NOT IN ('waiting', 'in_doubt', 'sent', 'refused')"),
    },
    {
      broken: 'notes of an unknown kind, without a text or at an impossible time',
      sql: rows(
        'notes',
        `${notId('id')} OR kind NOT IN ('note', 'version') OR length(text) NOT BETWEEN 1 AND 400
         OR at NOT BETWEEN ${NOTE_TIMES.from} AND ${NOTE_TIMES.to}`,
      ),
    },
    {
      broken: 'saved funnels without a name or a definition',
      sql: rows(
        'saved_funnels',
        `${notId('id')} OR length(name) NOT BETWEEN 1 AND 120
         OR NOT json_valid(definition)`,
      ),
    },
    {
      broken: 'alerts at an impossible time',
      sql: rows(
        'alerts',
        `${notId('id')} OR ${notTime('raised_at')} OR since > raised_at OR cleared_at < raised_at`,
      ),
    },
    {
      broken: 'webhooks that were switched off at an impossible time',
      sql: rows('webhooks_off', notTime('at')),
    },
    {
      broken: 'signed-out sessions without a hash, or with an impossible end',
      sql: rows('ended_sessions', `length(hash) <> 43 OR ${notTime('ends_at')}`),
    },
    {
      // These may be of a clock that was years ahead, but no date can be made of a later one.
      broken: 'marks, silences, links or messages at a time that no calendar has',
      sql: `SELECT count(*) AS count, NULL AS example FROM (SELECT at FROM marks UNION ALL SELECT until FROM alert_silences
              UNION ALL SELECT expires_at FROM confirmations UNION ALL SELECT due_at FROM outbox
              UNION ALL SELECT expires_at FROM invitations UNION ALL SELECT due_at FROM mailing_recipients)
            WHERE at NOT BETWEEN ${EARLIEST} AND ${LAST}`,
    },
    {
      broken: 'counts with an impossible time, or below 1',
      sql: `SELECT count(*) AS count, NULL AS example FROM (
              SELECT day, NULL AS quarter, count FROM page_counts
              UNION ALL SELECT day, NULL, count FROM consent_refusals
              UNION ALL SELECT substr(quarter, 1, 10), quarter, count FROM page_quarters
              UNION ALL SELECT substr(quarter, 1, 10), quarter, count FROM refusal_quarters
              UNION ALL SELECT substr(quarter, 1, 10), quarter, count FROM client_quarters)
            WHERE strftime('%Y-%m-%d', day) IS NOT day OR count < 1
              OR (quarter IS NOT NULL AND (strftime('%Y-%m-%dT%H:%M', quarter) IS NOT quarter
                OR substr(quarter, 12, 2) > '23' OR substr(quarter, 15) NOT IN ('00', '15', '30', '45')))`,
    },
  ];
}
