import { JANE, postJson } from '../../edge/testing/site-requests.ts';
import { NOON, type TestApp } from '../test-app.ts';
import { rowsOf } from '../test-database.ts';

// Requests that tests send to `/api/consents`, and what they leave in the database.

export { JANE };
export const grant = {
  consentId: JANE,
  revision: 1,
  analytics: true,
  source: 'banner',
  language: 'en',
  textHash: 'a'.repeat(64),
  decidedAt: new Date(NOON).toISOString(),
};
export const refusal = { ...grant, analytics: false };
export const firstRefusal = { ...refusal, consentId: null };

export const post = (site: TestApp, body: unknown, headers?: Record<string, string>) =>
  postJson(site, '/api/consents', body, headers);

export const rows = ({ database }: TestApp) => rowsOf(database, 'consents');
export const refusals = ({ database }: TestApp) => rowsOf(database, 'consent_refusals');

/** As vanilla-cookieconsent writes it. */
export const cookie = (
  change: { categories?: string[]; consentId?: string; revision?: number } = {},
) =>
  `cc_cookie=${encodeURIComponent(JSON.stringify({ categories: ['analytics'], revision: 1, consentId: JANE, data: null, ...change }))}`;
