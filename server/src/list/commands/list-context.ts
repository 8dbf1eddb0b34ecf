import { uuidv7 } from '#shared/uuid';
import type { CommandContext } from '../../cli/frame/subcommand.ts';
import { withStore } from '../../database/open-database.ts';
import type { SiteStore } from '../../database/site-store.ts';
import { StartError } from '../../lib/start-error.ts';
import type { Config } from '../../settings/config.ts';
import { createListDesk, type ListDesk } from '../list-desk.ts';

export interface ListContext extends CommandContext {
  /** Whether SMTP_URL is set. */
  hasMail: boolean;
  /** Opens the database in DATABASE_URL. The server may be running; it sends what is queued within half a minute. */
  withDesk<T>(use: (desk: ListDesk, store: SiteStore) => Promise<T>): Promise<T>;
}

export const createListContext = (
  base: CommandContext,
  { smtp, mailHourly }: Pick<Config, 'smtp' | 'mailHourly'>,
): ListContext => ({
  ...base,
  hasMail: smtp !== null,
  withDesk: (use) =>
    withStore(base.database, (store) =>
      use(
        createListDesk({
          store,
          countAudience: store.countAudience,
          mail: null,
          mailHourly,
          now: Date.now,
          newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
        }),
        store,
      ),
    ),
});

/** @throws StartError without mail */
export function needMail({ hasMail }: ListContext): void {
  if (!hasMail) throw new StartError('no mail is sent, because SMTP_URL is not set');
}

/** Returns the ids of the signups of these addresses or ids. @throws StartError for one that is unknown */
export async function findIds(store: SiteStore, wanted: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of wanted) {
    if (!one.includes('@')) {
      ids.push(one);
      continue;
    }
    const found = await store.readSignups(one);
    const [signup] = found.filter(({ signupType }) => signupType === 'beta');
    if (!signup) throw new StartError(`${one} has not applied for the beta`);
    ids.push(signup.id);
  }
  return ids;
}
