import {
  type DaysQuery,
  type DaysReport,
  type DeliveryReport,
  type FunnelReport,
  SIGNUPS_PER_PAGE,
  type SignupFilter,
  type SignupsQuery,
  type SignupsReport,
  type TailReport,
} from '#shared/growth';
import type { Traffic } from '#shared/reports';
import type { ExportRow, SequencedEvent, Signup, Store } from '../store/store.ts';
import { formatRows } from './export-formats.ts';
import type { FunnelParams } from './funnel-params.ts';
import { rangeOf, readDays } from './growth-days.ts';
import type { Reports } from './reports.ts';

/** Everything the console shows, in the words of its wire; what is read is read outside of this thread. */
export interface GrowthConsole {
  funnel(params: Extract<FunnelParams, { ok: true }>): Promise<FunnelReport>;
  days(query: DaysQuery): Promise<DaysReport>;
  traffic(query: DaysQuery): Promise<Traffic>;
  delivery(): Promise<DeliveryReport>;
  tail(): Promise<TailReport>;
  signups(query: SignupsQuery): Promise<SignupsReport>;
  /** All that match as CSV, the latest first, a piece at a time, with the columns of `npm run growth -- export`. */
  signupsCsv(filter: SignupFilter): AsyncIterable<string>;
  eraseSignup(id: string): Promise<'erased' | 'not_found'>;
}

export interface GrowthConsoleDeps {
  reports: Reports;
  store: Pick<Store, 'eraseSignup'>;
  /** The host that events are delivered to; null where they stay here. */
  recipient: string | null;
  now(): number;
}

const TAIL_EVENTS = 50;
const EXPORT_PAGE = 1_000;
const VISITOR_SIGNS = 6;

export function createGrowthConsole(deps: GrowthConsoleDeps): GrowthConsole {
  const { reports, store, recipient, now } = deps;
  return {
    async funnel({ query, labels }) {
      return { labels, ...(await reports.funnel(query)) };
    },
    days: (query) => readDays(reports, query),
    traffic: (query) => reports.traffic(rangeOf(query)),
    async delivery() {
      const { waitingSince, deliveredAt, deadLetters, failure, ...counts } =
        await reports.delivery();
      return {
        recipient,
        ...counts,
        oldestSeconds: waitingSince === null ? null : Math.max(0, now() - waitingSince) / 1000,
        deliveredAt: isoOrNull(deliveredAt),
        deadLetters: deadLetters.map((letter) => ({ ...letter, at: iso(letter.at) })),
        failure: failure && { ...failure, at: iso(failure.at) },
      };
    },
    async tail() {
      return { events: (await reports.latestEvents(TAIL_EVENTS)).map(describeEvent) };
    },
    async signups({ search, type, page }) {
      const found = await reports.findSignups({
        search: search || null,
        type,
        before: null,
        offset: (page - 1) * SIGNUPS_PER_PAGE,
        limit: SIGNUPS_PER_PAGE,
      });
      const signups = found.signups.map((signup) => ({
        ...signup,
        createdAt: iso(signup.createdAt),
      }));
      return { signups, total: found.total, pageSize: SIGNUPS_PER_PAGE };
    },
    signupsCsv: (filter) => formatRows(allSignups(reports, filter), 'csv'),
    eraseSignup: (id) => store.eraseSignup(id, now()),
  };
}

async function* allSignups(
  reports: Pick<Reports, 'findSignups'>,
  { search, type }: SignupFilter,
): AsyncIterable<readonly ExportRow[]> {
  const filter = { search: search || null, type, offset: 0, limit: EXPORT_PAGE };
  for (let before: Signup | null = null; ; ) {
    const { signups } = await reports.findSignups({ ...filter, before });
    if (signups.length > 0) yield signups.map(toRow);
    if (signups.length < EXPORT_PAGE) return;
    before = signups.at(-1) ?? null;
  }
}

const toRow = (signup: Signup): ExportRow => ({
  id: signup.id,
  name: signup.name,
  email: signup.email,
  youtube_channel: signup.youtubeChannel,
  use_case: signup.useCase,
  signup_type: signup.signupType,
  created_at: signup.createdAt,
});

const iso = (time: number) => new Date(time).toISOString();
const isoOrNull = (time: number | null) => (time === null ? null : iso(time));

function describeEvent(event: SequencedEvent): TailReport['events'][number] {
  const { seq, name, properties, occurredAt, context, consentId } = event;
  return {
    seq,
    name,
    properties,
    occurredAt: iso(occurredAt),
    path: context.path,
    source: context.utmSource,
    referrerHost: context.referrerHost,
    viewport: context.viewport,
    visitor: consentId.slice(-VISITOR_SIGNS),
  };
}
