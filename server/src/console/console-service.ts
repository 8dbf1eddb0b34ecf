import type {
  Access,
  AskedReport,
  DeliveryReport,
  ProblemsReport,
  SignupsReport,
  TailEvent,
  TailReport,
} from '#shared/growth';
import { FEWEST_PEOPLE } from '#shared/growth-console';
import { SIGNUPS_PER_PAGE, type SignupFilter, type SignupsQuery } from '#shared/growth-queries';
import { viewedUntil } from '#shared/time';
import type { Range } from '#shared/time-range';
import type { Mail } from '../mail/mail-sender.ts';
import type { Deletions } from '../posthog/delivery/deletion.ts';
import type { Relay } from '../posthog/delivery/relay.ts';
import type { Reports } from '../reports/ask-reports.ts';
import { isThrowaway } from '../reports/export/throwaway-domains.ts';
import { summarizeSignupList } from '../reports/summary/summarize-list.ts';
import { summarizeTail, summarizeViewedTail } from '../reports/summary/summarize-tail.ts';
import {
  viewDelivery,
  viewEvents,
  viewFigures,
  viewForms,
  viewFunnel,
  viewTraffic,
} from '../reports/viewed-figures.ts';
import { inWholeQuarters, oncePerQuarter } from '../reports/viewer.ts';
import type { DeliveryState, SequencedEvent, Store } from '../store/store.ts';
import type { Webhooks } from '../team/webhooks/webhooks.ts';
import { type ComparedReports, createComparedReports } from './compared-reports.ts';
import { type Problem, problemsOfDelivery, problemsOfMail, problemsOfRun } from './problems.ts';
import { findMatches, writeSignupsCsv } from './search-signups.ts';

/**
 * Everything that the console shows, in the shapes of its interface. Reports are read on another thread. An aborted
 * signal means that the client has left.
 */
export interface GrowthConsole extends ComparedReports {
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
  store: Pick<
    Store,
    'eraseSignup' | 'askAgain' | 'mailState' | 'checkWritable' | 'usage' | 'webhookStates'
  >;
  relay: Pick<Relay, 'status'> | null;
  mail: Pick<Mail, 'status' | 'newRequest' | 'wake'> | null;
  webhooks: Pick<Webhooks, 'statuses' | 'announceRemoved' | 'wake'>;
  deletions: Pick<Deletions, 'status'>;
  startProblems: readonly Problem[];
  /** The host that events are delivered to; null when they are not delivered. */
  recipient: string | null;
  now(): number;
}

const TAIL_EVENTS = 50;
/** More, because those of fewer than five people are left out. */
const VIEWED_EVENTS = 1_000;
const VISITOR_SIGNS = 6;
/** Counting all messages takes time in which no request is answered, and every open console asks again and again. */
const MAIL_MS = 60_000;

/** @param access for figures only, answers leave out what tells people apart: viewer.ts */
export function createGrowthConsole(deps: GrowthConsoleDeps, access: Access): GrowthConsole {
  return access === 'people' ? createFullConsole(deps) : createViewedConsole(deps);
}

function createFullConsole(deps: GrowthConsoleDeps): GrowthConsole {
  const { reports, store, mail, webhooks, startProblems, recipient, now } = deps;
  let ofMail: { until: number; problems: Problem[] } = { until: 0, problems: [] };
  return {
    ...createComparedReports(reports),
    async delivery(signal) {
      const state = await reports.delivery(null, signal);
      const { waitingSince, deliveredAt, deadLetters, failure, ...counts } = state;
      return {
        recipient,
        ...counts,
        oldestSeconds: waitingSince === null ? null : Math.max(0, now() - waitingSince) / 1000,
        deliveredAt: isoOrNull(deliveredAt),
        deadLetters: deadLetters.map((letter) => ({ ...letter, at: iso(letter.at) })),
        failure: failure && { ...failure, at: iso(failure.at) },
      };
    },
    async problems(signal) {
      const running = await problemsOfRun(deps);
      if (mail && now() >= ofMail.until) {
        ofMail = { until: now() + MAIL_MS, problems: problemsOfMail(await store.mailState()) };
      }
      running.push(...ofMail.problems);
      if (recipient === null) return { problems: [...startProblems, ...running] };
      const delivery = problemsOfDelivery(await reports.delivery(null, signal), now());
      return { problems: [...startProblems, ...running, ...delivery] };
    },
    async tail(signal) {
      const events = await reports.latestEvents({ limit: TAIL_EVENTS }, signal);
      return {
        summary: summarizeTail(events, { now: now(), limit: TAIL_EVENTS }),
        events: events.map(describeEvent),
      };
    },
    async signups({ page, ...filter }, signal) {
      const [offset, limit] = [(page - 1) * SIGNUPS_PER_PAGE, SIGNUPS_PER_PAGE];
      const { type, confirmation, state } = filter;
      const all = { type, confirmation, state, before: null, limit };
      const matches = await findMatches(reports, filter, signal);
      const some = matches
        ? { ids: matches.slice(offset, offset + limit), offset: 0 }
        : { ids: null, offset };
      const [found, stages] = await Promise.all([
        reports.findSignups({ ...all, ...some }, signal),
        reports.stages(null, signal),
      ]);
      const signups = found.signups.map(({ wordingHash: _, ...signup }) => ({
        ...signup,
        createdAt: iso(signup.createdAt),
        confirmedAt: isoOrNull(signup.confirmedAt),
        decidedAt: isoOrNull(signup.decidedAt),
        toldAt: isoOrNull(signup.toldAt),
        invitedAt: isoOrNull(signup.invitedAt),
        redeemedAt: isoOrNull(signup.redeemedAt),
        undeliverableAt: isoOrNull(signup.undeliverableAt),
        throwaway: isThrowaway(signup.email),
      }));
      const total = matches?.length ?? found.total;
      const isFiltered = Object.values(filter).some(Boolean);
      const summary = summarizeSignupList(total, isFiltered, stages);
      return { summary, signups, total, pageSize: SIGNUPS_PER_PAGE };
    },
    signupsCsv: (filter, signal) => writeSignupsCsv(reports, filter, signal),
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

/**
 * The same for figures only: viewed-figures.ts and viewer.ts say what. Answers are kept, so a client that leaves cancels
 * nothing.
 */
function createViewedConsole(deps: GrowthConsoleDeps): GrowthConsole {
  const { reports, now } = deps;
  const once = <Question, Answer>(read: (question: Question) => Promise<Answer>) =>
    oncePerQuarter(read, now);
  const seen = <Asked extends Range>(asked: Asked) => inWholeQuarters(asked, now());
  const state = once<void, DeliveryState>(async () => viewDelivery(await reports.delivery()));
  const full = createFullConsole({
    ...deps,
    reports: { ...reports, delivery: () => state() },
    now: () => viewedUntil(now()),
  });
  const problems = once(() => full.problems());
  const tail = once(async () => {
    const query = { limit: VIEWED_EVENTS, receivedBefore: viewedUntil(now()) };
    const events = viewEvents(await reports.latestEvents(query));
    return { summary: summarizeViewedTail(events), events };
  });
  // Two ranges that are the same in whole quarters are one question.
  const figures = once(async (asked: Parameters<typeof reports.figures>[0]) =>
    viewFigures(await reports.figures(asked)),
  );
  const forms = once(async (asked: Parameters<typeof reports.forms>[0]) =>
    viewForms(await reports.forms(asked)),
  );
  const traffic = once(async (asked: Parameters<typeof reports.traffic>[0]) =>
    viewTraffic(await reports.traffic(asked)),
  );
  const funnel = once(
    async (asked: { query: Parameters<typeof reports.funnel>[0]; isOpen: boolean }) =>
      viewFunnel(await reports.funnel(asked.query), asked.isOpen),
  );
  const viewed = createComparedReports(
    {
      funnel: (query) => funnel({ query: seen(query), isOpen: query.from === null }),
      figures: (query) => figures(seen(query)),
      forms: (query) => forms(seen(query)),
      traffic: (query) => traffic(seen({ ...query, fewest: FEWEST_PEOPLE })),
    },
    FEWEST_PEOPLE,
  );
  return {
    ...full,
    ...viewed,
    problems: () => problems(undefined),
    tail: () => tail(undefined),
  };
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
