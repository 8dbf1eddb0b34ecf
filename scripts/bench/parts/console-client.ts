// Somebody of the growth team, who reads one report after another.
import { DAY_MS } from '#shared/limits';
import { utcDay } from '#shared/time';

const REPORTS = [
  ...['funnel', 'figures', 'traffic', 'delivery', 'tail', 'signups', 'signups?search=a'],
  'signups.csv',
];
export type ReportKind = `console: ${string}`;

/** Signs in. @throws Error when the sign-in is refused */
export async function openConsole(url: string, token: string) {
  const api = `${url}/growth/api`;
  const signedIn = await fetch(`${api}/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!signedIn.ok) throw new Error(`the console answered ${signedIn.status}`);
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  const addresses = REPORTS.map((path) => ({
    kind: `console: ${path}` as const,
    address: `${api}/${path}${rangeFor(path)}`,
  }));
  let count = 0;
  /** Requests the next report and reads all of it. */
  return async (): Promise<{ kind: ReportKind; fault: string | null }> => {
    const { kind, address } = addresses[count % addresses.length] as (typeof addresses)[number];
    count += 1;
    try {
      const answer = await fetch(address, { headers: { Cookie: cookie } });
      await answer.arrayBuffer();
      return { kind, fault: answer.status === 200 ? null : `${address} answered ${answer.status}` };
    } catch (error) {
      return { kind, fault: `${address}: ${error}` };
    }
  };
}

function rangeFor(path: string): string {
  if (path !== 'figures' && path !== 'traffic') return '';
  const now = Date.now();
  return `?from=${utcDay(now - 30 * DAY_MS)}&to=${utcDay(now)}`;
}
