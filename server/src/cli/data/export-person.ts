import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { requireForeign, withStore } from '../../database/open-database.ts';
import { withIsoTimes } from '../../lib/iso-times.ts';
import { messageOf, printableJson } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import type { ListHistory } from '../../list/list-of-person.sql.ts';
import { describePerson, describeText } from '../../persons/my-data-service.ts';
import type { SignupProof } from '../../signups/signup-proofs.sql.ts';
import type { RowCounts, Signup } from '../../store/store.ts';
import { type DataContext, formatPairs } from '../frame/data-context.ts';
import { command, flag, text } from '../frame/subcommand.ts';
import { type Found, findPerson, personOptions, readSubject } from './find-person.ts';

export const exportCommand = command<DataContext>()({
  usage: 'npm run data -- export [--email ADDRESS] [--consent-id ID] [OPTIONS]',
  summary: 'exports everything held about one person, for an access request',
  about: `Exports everything held about one person as JSON, for a request under articles 15 and 20 GDPR or the CCPA's right to
know. First make sure that the request comes from that person. Signups are found by their e-mail address. Events hold no
address: they are found by the id that /cookies shows in the person's own browser. There the person can also download
them directly. The audit table records that there was an export, and nothing about the person. The server may be running.

Of a confirmed signup that was deleted, a proof is kept for three years: when it was made and confirmed, in which language,
and the hash of the note beside the form, by which the note is found in an earlier version of the site. It has no address,
only a hash of it with this database's own secret, so it is found only by somebody who knows the address.`,
  options: {
    ...personOptions,
    file: text(
      'FILE',
      'writes into a new file that only you can read; without it, npm’s own lines are mixed in',
    ),
    'dry-run': flag('counts what is held; shows and records nothing'),
  },
  async run(values, { database, out, now }) {
    const { 'dry-run': dryRun = false } = values;
    const subject = readSubject(values);
    const file = values.file === undefined ? null : resolve(values.file);
    if (file !== null) requireForeign(file, database);
    if (file !== null && existsSync(file)) {
      throw new StartError(`${file} already exists; name another file`);
    }
    const found = await withStore(database, async (store) => {
      const person = await findPerson(store, subject);
      const at = now();
      if (!dryRun) await store.recordAudit({ at, kind: 'export', counts: person.counts });
      return person;
    });
    if (dryRun) {
      out.write(describeCounts(found.counts));
      return;
    }
    const json = `${printableJson(toJson(found, now()), 2)}\n`;
    if (file === null) out.write(json);
    else {
      write(file, json);
      out.write(formatPairs([['export', file]]) + describeCounts(found.counts));
    }
  },
});

const describeCounts = (counts: RowCounts) => formatPairs(Object.entries(counts));

function write(file: string, json: string) {
  try {
    writeFileSync(file, json, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartError(`${file} cannot be written: ${messageOf(error)}`);
  }
}

function toJson(found: Found, now: number) {
  const { signups, list, proofs, blockedAt, person, texts, consentId } = found;
  return {
    exportedAt: new Date(now).toISOString(),
    signups: signups.map((signup) => describeSignup(signup, list)),
    ...(proofs.length > 0 && { proofsOfDeletedSignups: proofs.map(proofInWords) }),
    ...(blockedAt !== null && { neverWrittenToSince: new Date(blockedAt).toISOString() }),
    ...(consentId !== null && {
      ...describePerson(consentId, person),
      texts: texts.map(describeText),
    }),
  };
}

const proofInWords = ({ removedAt: deletedAt, ...proof }: SignupProof) =>
  withIsoTimes({ ...proof, deletedAt });

/** With what the team decided about it, and what was sent. */
function describeSignup(signup: Signup, list: ListHistory) {
  const own = <Row extends { signupId: string }>(rows: readonly Row[]) =>
    rows
      .filter(({ signupId }) => signupId === signup.id)
      .map(({ signupId: _, ...row }) => withIsoTimes(row));
  const [decision] = own(list.decisions);
  return {
    ...withIsoTimes(signup),
    ...own(list.addresses)[0],
    confirmations: own(list.confirmations),
    unsentMessages: own(list.unsent),
    ...(decision && { decision }),
    invitations: own(list.invitations),
    mailings: own(list.mailings),
    acts: own(list.acts),
  };
}
