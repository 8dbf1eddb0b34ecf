import type { Audience, AudienceCount } from '#shared/list';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';

const IN_GROUP = `signup_type IN {types:texts}
  AND (signup_type <> 'beta' OR coalesce(decision, 'waiting') IN {states:texts})
  AND ({all:flag} OR coalesce(language, 'en') IN {languages:texts})` as const;
/** People agreed to one message at the launch. Somebody who has had a mailing, or may still get one, gets no other. */
const HAD_ONE =
  `EXISTS (SELECT 1 FROM mailing_recipients AS own JOIN mailings ON mailings.id = own.mailing_id
  WHERE own.signup_id = signups.id AND own.mailing_id <> {mailingId:text} AND (own.state IN ('sent', 'in_doubt')
    OR (own.state = 'waiting' AND mailings.state IN ('starting', 'sending', 'paused'))))` as const;
const IS_MEANT =
  `${IN_GROUP} AND confirmed_at IS NOT NULL AND undeliverable_at IS NULL AND NOT ${HAD_ONE}` as const;
const FROM_SIGNUPS =
  'FROM notifyme_signups AS signups LEFT JOIN signup_decisions ON signup_decisions.signup_id = signups.id';
const COUNT_AUDIENCE = sql(`
  SELECT signup_type AS type, CASE WHEN NOT (${IN_GROUP}) THEN 'otherGroup' WHEN confirmed_at IS NULL THEN 'unconfirmed'
    WHEN undeliverable_at IS NOT NULL THEN 'undeliverable' WHEN ${HAD_ONE} THEN 'wording' ELSE 'people' END AS part, count(*) AS count
  ${FROM_SIGNUPS} GROUP BY 1, 2`).rows<{
  type: 'notifyme' | 'beta';
  part: keyof AudienceCount['leftOut'] | 'people';
  count: number;
}>();
/** Whom a mailing goes to, of some signups in the order of their ids. */
export const SELECT_MEANT = sql(`
  SELECT id FROM (SELECT signups.id, (${IS_MEANT}) AS meant
    ${FROM_SIGNUPS} WHERE signups.id > {after:text} ORDER BY signups.id LIMIT {limit:int}) AS step WHERE meant`).rows<{
  id: string;
}>();
/** The last of the same signups. */
export const SELECT_LAST = sql(`
  SELECT max(id) AS last, count(*) AS count FROM
    (SELECT id FROM notifyme_signups WHERE id > {after:text} ORDER BY id LIMIT {limit:int}) AS step`).rows<{
  last: string | null;
  count: number;
}>();
/** Returns the parameters of these statements. */
export const groupOf = ({ types, states, languages }: Audience, mailingId: string) => ({
  types,
  states,
  languages,
  all: languages.length === 0,
  mailingId,
});

export function* countAudience(db: Db, audience: Audience): Op<AudienceCount> {
  const count = {
    people: 0,
    byType: { notifyme: 0, beta: 0 },
    leftOut: { unconfirmed: 0, undeliverable: 0, wording: 0, otherGroup: 0 },
  };
  for (const row of yield* db.all(COUNT_AUDIENCE, groupOf(audience, ''))) {
    if (row.part === 'people') {
      count.people += row.count;
      count.byType[row.type] += row.count;
    } else count.leftOut[row.part] += row.count;
  }
  return count;
}
