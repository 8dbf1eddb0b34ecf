import { parseArgs } from 'node:util';
import { type DataContext, formatPairs } from '../../cli/frame/data-context.ts';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { withStore } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import type { SignupProof } from '../../signups/signup-proofs.sql.ts';
import { readSubject } from './person-options.ts';

const help = `npm run data -- proof ADDRESS

Shows what proves that the owner of an e-mail address had asked for our messages, after the signup was deleted: when they
signed up and confirmed it, the language, and the hash of the note beside the form, by which the note is found in an earlier
version of the site. The proof has no address, only a hash of it with this database's own secret. So it is found only by
somebody who already knows the address. It is kept three years after the deletion. Signups that nobody confirmed leave none.

  ADDRESS   the person's address, in any case and spelling
  --help    prints this text`;

export const proofCommand: Subcommand<DataContext> = {
  summary: 'shows what proves that a deleted signup had been confirmed',
  help,
  async run(args, { database, out }) {
    const { positionals } = orHelp(help, () => parseArgs({ args, allowPositionals: true }));
    const [address, ...more] = positionals;
    if (address === undefined || more.length > 0) {
      throw new StartError(`expected one e-mail address\n\n${help}`);
    }
    const { email } = readSubject({ email: address }, help);
    const { proofs, signups } = await withStore(database, async (store) => ({
      proofs: await store.readProofs(email ?? ''),
      signups: await store.readSignups(email ?? ''),
    }));
    const lines = proofs.flatMap(describe);
    if (signups.length > 0) lines.push(['signup', 'not deleted: npm run data -- export shows it']);
    if (lines.length === 0) lines.push(['proof', 'none is kept for this address']);
    out.write(formatPairs(lines));
  },
};

const describe = (proof: SignupProof): [string, string][] =>
  Object.entries(proofInWords(proof)).map(([name, value]) => [name, value ?? 'not recorded']);

/** Times are ISO 8601. */
export const proofInWords = ({ language, wordingHash, ...times }: SignupProof) => ({
  signedUpAt: new Date(times.signedUpAt).toISOString(),
  confirmedAt: new Date(times.confirmedAt).toISOString(),
  deletedAt: new Date(times.removedAt).toISOString(),
  language,
  wordingHash,
});
