import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type DataContext, formatPairs } from '../../cli/frame/data-context.ts';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { requireForeign, withStore } from '../../database/open-database.ts';
import { printableJson } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import type { ListHistory } from '../../list/list-of-person.sql.ts';
import type { RowCounts, Signup } from '../../store/store.ts';
import { describePerson } from '../my-data-service.ts';
import { type Found, findPerson } from './find-person.ts';
import { personOptions, readSubject } from './person-options.ts';
import { proofInWords } from './proof.ts';

const help = `npm run data -- export [--email ADDRESS] [--consent-id ID] [--file FILE] [--dry-run]

Exports everything held about one person as JSON, for a request under articles 15 and 20 GDPR or the CCPA's right to
know. First make sure that the request comes from that person. Signups are found by their e-mail address. Events hold no
address: they are found by the id that /cookies shows in the person's own browser. There the person can also download
them directly. The audit table records that there was an export, and nothing about the person. The server may be running.

  --email ADDRESS   the person's address, in any case and spelling
  --consent-id ID   the id of one browser, for its events and its decisions about consent
  --file FILE       writes into a new file that only you can read; without it, npm's own lines are mixed in
  --dry-run         counts what is held; shows and records nothing
  --help            prints this text`;

export const exportCommand: Subcommand<DataContext> = {
  summary: 'exports everything held about one person, for an access request',
  help,
  async run(args, { database, out, progress, now }) {
    const options = { ...personOptions, file: { type: 'string' } } as const;
    const values = orHelp(help, () => parseArgs({ args, options }).values);
    const { 'dry-run': dryRun = false } = values;
    const subject = readSubject(values, help);
    const file = values.file === undefined ? null : resolve(values.file);
    if (file !== null) requireForeign(file, database);
    if (file !== null && existsSync(file)) {
      throw new StartError(`${file} already exists; name another file`);
    }
    const found = await withStore(database, async (store) => {
      const person = await findPerson(store, subject, progress.show);
      const at = now();
      if (!dryRun) await store.recordAudit({ at, kind: 'export', counts: person.counts });
      return person;
    });
    progress.clear();
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
};

const describeCounts = (counts: RowCounts) => formatPairs(Object.entries(counts));

function write(file: string, json: string) {
  try {
    writeFileSync(file, json, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`${file} cannot be written: ${why}`);
  }
}

function toJson({ signups, list, proofs, person, consentId }: Found, now: number) {
  return {
    exportedAt: new Date(now).toISOString(),
    signups: signups.map((signup) => describeSignup(signup, list)),
    ...(proofs.length > 0 && { proofsOfDeletedSignups: proofs.map(proofInWords) }),
    ...(consentId !== null && describePerson(consentId, person)),
  };
}

/** With what the team decided about it, and what was sent. */
function describeSignup({ createdAt, ...signup }: Signup, list: ListHistory) {
  const own = <Row extends { signupId: string }>(rows: readonly Row[]) =>
    rows.filter(({ signupId }) => signupId === signup.id).map(withDates);
  const [decision] = own(list.decisions);
  return {
    ...signup,
    createdAt: new Date(createdAt).toISOString(),
    ...(decision && { decision }),
    invitations: own(list.invitations),
    mailings: own(list.mailings),
  };
}

const withDates = ({ signupId: _, ...row }: { signupId: string }) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  );
