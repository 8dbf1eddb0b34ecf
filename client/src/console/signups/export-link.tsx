import type { GrowthSessionState } from '#shared/growth';
import { apiPath, askApi, endSession } from '../api/growth-api.ts';
import { signupsWords as words } from '../words/console-messages.ts';
import styles from './signups-view.module.css';

/** @param query the filter of the signups, without a page, since all matches are downloaded */
export function ExportLink({ query }: { query: URLSearchParams }) {
  // A refused download shows nothing in the page, so a separate request checks the session.
  async function check() {
    const answer = await askApi<GrowthSessionState>('session');
    if (answer.ok && !answer.data.signedIn) endSession();
  }
  return (
    <a
      className={styles['export']}
      href={apiPath(`signups.csv?${query}`)}
      download
      onClick={() => void check()}
    >
      {words.export}
    </a>
  );
}
