import { cleanAddress } from '#shared/email-address';
import type {
  Access,
  AskedReport,
  DeliveryReport,
  FiguresReport,
  FormsReport,
  FunnelReport,
  ProblemsReport,
  SignupsReport,
  TailEvent,
  TailReport,
} from '#shared/growth';
import {
  SIGNUPS_PER_PAGE,
  type SignupFilter,
  type SignupsQuery,
  type TrafficQuery,
} from '#shared/growth-queries';
import type { ReportRange } from '#shared/report-range';
import type { Traffic } from '#shared/reports';
import { startOfQuarter, viewedUntil } from '#shared/time';
import type { Range } from '#shared/time-range';
import { foldEmail } from '../../fold-email.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Relay } from '../../posthog/delivery/relay.ts';
import type { SignupsCsv } from '../../reports/export-signups.ts';
import type { Reports } from '../../reports/reports.ts';
import type { SequencedEvent, Store } from '../../store/store.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { FunnelQuestion } from '../funnel/funnel-params.ts';
import { warnAboutFunnel } from '../funnel/funnel-warnings.ts';
import { type Problem, problemsOfDelivery, problemsOfRun } from '../problems.ts';
import { isThrowaway } from './throwaway-domains.ts';
import { describeViewed, inWholeQuarters, oncePerQuarter } from './viewer.ts';

/**
 * Everything that the console shows, in the shapes of its interface. Reports are read on another thread. An aborted
 * signal means that the client has left.
 */
export interface GrowthConsole {
  funnel(question: FunnelQuestion, signal?: AbortSignal): Promise<FunnelReport>;
  figures(query: ReportRange, signal?: AbortSignal): Promise<FiguresReport>;
  forms(query: Range, signal?: AbortSignal): Promise<FormsReport>;
  traffic(query: TrafficQuery, signal?: AbortSignal): Promise<Traffic>;
  delivery(signal?: AbortSignal): Promise<DeliveryReport>;
  /** What is wrong now. */
  problems(signal?: AbortSignal): Promise<ProblemsReport>;
  tail(signal?: AbortSignal): Promise<TailReport>;
  signups(query: SignupsQuery, signal?: AbortSignal): Promise<SignupsReport>;
  /**
   * Returns all matching signups as CSV, latest first, in pieces. The columns are those of `npm run growth -- export`, and
   * then what else the console shows. The first signups are read before it resolves, so that it rejects if they cannot be.
   */
  signupsCsv(filter: SignupFilter, signal?: AbortSignal): Promise<AsyncIterable<string>>;
  eraseSignup(id: string): Promise<'erased' | 'not_found'>;
  /** Queues another message to a signup, within the limits; null for an unknown one, and where no mail is sent. */
  askAgain(id: string): Promise<AskedReport | null>;
}

export interface GrowthConsoleDeps {
  reports: Reports;
  store: Pick<Store, 'eraseSignup' | 'askAgain' | 'checkWritable' | 'usage' | 'webhookStates'>;
  relay: Pick<Relay, 'status'> | null;
  mail: Pick<Mail, 'status' | 'newRequest' | 'wake'> | null;
  webhooks: Pick<Webhooks, 'statuses' | 'announceRemoved' | 'wake'>;
  startProblems: readonly Problem[];
  /** The host that events are delivered to; null when they are not delivered. */
  recipient: string | null;
  now(): number;
}

const TAIL_EVENTS = 50;
const VISITOR_SIGNS = 6;
/** People open the CSV in Excel with a double click; without a byte order mark Excel misreads UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** @param access for figures only, answers leave out what tells people apart: viewer.ts */
export function createGrowthConsole(deps: GrowthConsoleDeps, access: Access): GrowthConsole {
  const { reports, store, relay, mail, webhooks, startProblems, recipient, now } = deps;
  const isViewer = access === 'figures';
  const seen = <Asked extends Range>(asked: Asked) =>
    isViewer ? inWholeQuarters(asked, now()) : asked;
  const seenNow = () => (isViewer ? viewedUntil(now()) : now());
  const seenAt = (time: number) => (isViewer ? startOfQuarter(time) : time);
  const readDelivery = (signal?: AbortSignal) => reports.delivery(null, signal);
  const deliveryState = isViewer ? oncePerQuarter(readDelivery, now) : readDelivery;
  const viewedTail = oncePerQuarter(async (signal) => {
    const query = { limit: TAIL_EVENTS, receivedBefore: viewedUntil(now()) };
    return describeViewed(await reports.latestEvents(query, signal));
  }, now);
  return {
    async funnel({ query, preset, labels }, signal) {
      const counted = await reports.funnel(seen(query), signal);
      return { preset, labels, warnings: warnAboutFunnel(query, counted.steps), ...counted };
    },
    figures: (query, signal) => reports.figures(seen(query), signal),
    forms: ({ from, to }, signal) => reports.forms(seen({ from, to }), signal),
    traffic: ({ from, to, by }, signal) => reports.traffic(seen({ from, to, by }), signal),
    async delivery(signal) {
      const state = await deliveryState(signal);
      const { waitingSince, deliveredAt, deadLetters, failure, ...counts } = state;
      return {
        recipient,
        ...counts,
        oldestSeconds:
          waitingSince === null ? null : Math.max(0, seenNow() - seenAt(waitingSince)) / 1000,
        deliveredAt: deliveredAt === null ? null : iso(seenAt(deliveredAt)),
        // PostHog's answers may quote what it was sent.
        deadLetters: isViewer
          ? []
          : deadLetters.map((letter) => ({ ...letter, at: iso(letter.at) })),
        failure: failure && { ...failure, at: iso(seenAt(failure.at)) },
      };
    },
    async problems(signal) {
      const running = await problemsOfRun({ store, relay, mail, webhooks });
      if (recipient === null) return { problems: [...startProblems, ...running] };
      const { waitingSince, setAside } = await deliveryState(signal);
      const waiting = { waitingSince: waitingSince && seenAt(waitingSince), setAside };
      const delivery = problemsOfDelivery(waiting, seenNow());
      return { problems: [...startProblems, ...running, ...delivery] };
    },
    async tail(signal) {
      if (isViewer) return { events: await viewedTail(signal) };
      const events = await reports.latestEvents({ limit: TAIL_EVENTS }, signal);
      return { events: events.map(describeEvent) };
    },
    async signups({ page, ...filter }, signal) {
      const [offset, limit] = [(page - 1) * SIGNUPS_PER_PAGE, SIGNUPS_PER_PAGE];
      const query = { ...toQuery(filter), before: null, offset, limit };
      const found = await reports.findSignups(query, signal);
      const signups = found.signups.map((signup) => ({
        ...signup,
        createdAt: iso(signup.createdAt),
        confirmedAt: isoOrNull(signup.confirmedAt),
        throwaway: isThrowaway(signup.email),
      }));
      return { signups, total: found.total, pageSize: SIGNUPS_PER_PAGE };
    },
    async signupsCsv(filter, signal) {
      const read = (before: SignupsCsv['before']) =>
        reports.exportSignups({ ...toQuery(filter), before }, signal);
      return inPieces(await read(null), read);
    },
    async eraseSignup(id) {
      const outcome = await store.eraseSignup(id, now(), webhooks.announceRemoved.left);
      webhooks.wake();
      return outcome;
    },
    async askAgain(id) {
      if (mail === null) return null;
      const outcome = await store.askAgain({ signupId: id }, mail.newRequest());
      mail.wake();
      return outcome === 'unknown' || outcome === 'removed' ? null : { outcome };
    },
  };
}

async function* inPieces(
  first: SignupsCsv,
  read: (before: SignupsCsv['before']) => Promise<SignupsCsv>,
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK;
  yield* first.texts;
  for (let { before } = first; before !== null; ) {
    const page = await read(before);
    yield* page.texts;
    before = page.before;
  }
}

const toQuery = ({ search, ...filter }: SignupFilter) => ({
  search: (search && toSearch(search)) || null,
  ...filter,
});

/** An address, or the domain of one, is found however it is written. Other columns hold their text as it was typed. */
function toSearch(text: string): string {
  const address = foldEmail(text);
  return /@|^xn--/i.test(cleanAddress(text)) ? address : text;
}

const iso = (time: number) => new Date(time).toISOString();
const isoOrNull = (time: number | null) => (time === null ? null : iso(time));

function describeEvent({ context, consentId, ...event }: SequencedEvent): TailEvent {
  return {
    seq: event.seq,
    name: event.name,
    properties: event.properties,
    occurredAt: iso(event.occurredAt),
    path: context.path,
    source: context.utmSource,
    referrerHost: context.referrerHost,
    viewport: context.viewport,
    language: context.language,
    visitor: consentId.slice(-VISITOR_SIGNS),
  };
}
