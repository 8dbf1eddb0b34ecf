import type { z } from 'zod';
import type {
  Access,
  AskedReport,
  DeliveryReport,
  ProblemsReport,
  SignupsReport,
  TailEvent,
  TailReport,
} from '#shared/growth';
import {
  type deliverySchema,
  SIGNUPS_PER_PAGE,
  type SignupFilter,
  type SignupsQuery,
} from '#shared/growth-queries';
import { DAY_MS } from '#shared/limits';
import { withIsoTimes } from '../lib/iso-times.ts';
import { within } from '../lib/within.ts';
import type { World } from '../lib/world.ts';
import type { Mail } from '../mail/mail-sender.ts';
import type { MailStore } from '../mail/outbox/outbox.sql.ts';
import type { PeopleStore } from '../people/console-people.sql.ts';
import type { Deletions } from '../posthog/delivery/deletion.ts';
import type { Relay } from '../posthog/delivery/relay.ts';
import type { Reports } from '../reports/ask-reports.ts';
import type { EventsRange, TrafficRange } from '../reports/count-traffic.ts';
import { isThrowaway } from '../reports/export/throwaway-domains.ts';
import { FewPeopleError, type NamedValues } from '../reports/find-few.ts';
import { summarizeSignupList, summarizeTail } from '../reports/summary/summarize-list.ts';
import { viewBehaviour, viewFunnel, viewTraffic } from '../reports/viewed-figures.ts';
import type { Config } from '../settings/config.ts';
import type { SignupStore } from '../signups/signup-operations.ts';
import type { Actor } from '../store/audit-entries.sql.ts';
import type { SequencedEvent, Store } from '../store/store.ts';
import type { Webhooks } from '../team/webhooks/webhooks.ts';
import { createComparedReports } from './compared-reports.ts';
import { type Problem, problemsOfDelivery, problemsOfMail, problemsOfRun } from './problems.ts';
import { findMatches, writeSignupsCsv } from './search-signups.ts';

export interface GrowthConsoleDeps extends Pick<World, 'now'> {
  config: Pick<Config, 'eventRetentionDays'>;
  reports: Reports;
  store: Store & MailStore & SignupStore & PeopleStore;
  relay: Pick<Relay, 'status'> | null;
  mail: Pick<Mail, 'status' | 'newRequest' | 'wake'> | null;
  webhooks: Pick<Webhooks, 'statuses' | 'announceRemoved' | 'wake'>;
  deletions: Pick<Deletions, 'status'>;
  startProblems: readonly Problem[];
  /** The host that events are delivered to; null when they are not delivered. */
  recipient: string | null;
}

const TAIL_EVENTS = 200;
const VISITOR_SIGNS = 6;
/** Counting all messages takes time in which no request is answered, and every open console asks again and again. */
const MAIL_MS = 60_000;

/**
 * Everything that the console shows, in the shapes of its interface. Reports are read on another thread. An aborted
 * signal means that the client has left.
 */
export type GrowthConsole = ReturnType<typeof createFullConsole>;

/** @param access for figures only, answers leave out what tells people apart: viewed-figures.ts */
export function createGrowthConsole(deps: GrowthConsoleDeps, access: Access): GrowthConsole {
  return access === 'people' ? createFullConsole(deps) : createViewedConsole(deps);
}

function createFullConsole(deps: GrowthConsoleDeps) {
  const { reports, store, mail, webhooks, startProblems, recipient, now } = deps;
  let ofMail = { at: Number.NEGATIVE_INFINITY, problems: [] as Problem[] };
  return {
    ...createComparedReports(reports, () => eventsKeptSince(deps)),
    async delivery(signal?: AbortSignal): Promise<DeliveryReport> {
      const state = await reports.delivery(null, signal);
      const { waitingSince, deadLetters, failure, ...counts } = state;
      return {
        recipient,
        ...withIsoTimes(counts),
        oldestSeconds: waitingSince === null ? null : Math.max(0, now() - waitingSince) / 1000,
        deadLetters: deadLetters.map(withIsoTimes),
        failure: failure && withIsoTimes(failure),
      };
    },
    async problems(signal?: AbortSignal): Promise<ProblemsReport> {
      const running = await problemsOfRun(deps);
      if (mail && !within(now(), ofMail.at, MAIL_MS)) {
        ofMail = { at: now(), problems: problemsOfMail(await store.mailState()) };
      }
      running.push(...ofMail.problems);
      if (recipient !== null)
        running.push(...problemsOfDelivery(await reports.delivery(null, signal), now()));
      return { problems: [...startProblems, ...running] };
    },
    async tail(signal?: AbortSignal): Promise<TailReport> {
      const events = await reports.latestEvents({ limit: TAIL_EVENTS }, signal);
      return {
        summary: summarizeTail(events, { now: now(), limit: TAIL_EVENTS }),
        events: events.map(describeEvent),
      };
    },
    async signups(
      { page, id, ...filter }: SignupsQuery,
      signal?: AbortSignal,
    ): Promise<SignupsReport> {
      const [offset, limit] = [(page - 1) * SIGNUPS_PER_PAGE, SIGNUPS_PER_PAGE];
      const { type, confirmation, state } = filter;
      // Who has waited longest is next.
      const isOldestFirst = state === 'waiting';
      const all = { type, confirmation, state, before: null, isOldestFirst, limit };
      const matches = id ? [id] : await findMatches(reports, filter, signal);
      if (isOldestFirst) matches?.reverse();
      const some = matches
        ? { ids: matches.slice(offset, offset + limit), offset: 0 }
        : { ids: null, offset };
      const [found, stages] = await Promise.all([
        reports.findSignups({ ...all, ...some }, signal),
        reports.stages(null, signal),
      ]);
      const signups = found.signups.map(({ wordingHash: _, ...signup }) => ({
        ...withIsoTimes(signup),
        throwaway: isThrowaway(signup.email),
      }));
      const total = id ? signups.length : (matches?.length ?? found.total);
      const isFiltered = Object.values({ id, ...filter }).some(Boolean);
      const summary = summarizeSignupList(total, isFiltered, stages, now());
      return { summary, signups, total, pageSize: SIGNUPS_PER_PAGE };
    },
    /**
     * Returns all matching signups as CSV, latest first, in pieces. The columns are those of `npm run growth -- export`, and
     * then what else the console shows. The first signups are read before it resolves, so that it rejects if they cannot be.
     */
    async signupsCsv(filter: SignupFilter, by?: Actor, signal?: AbortSignal) {
      const text = await writeSignupsCsv(reports, filter, signal);
      await store.recordAct(by, 'export');
      return text;
    },
    async eraseSignup(id: string, by?: Actor) {
      const outcome = await store.eraseSignup(id, now(), webhooks.announceRemoved.left, by);
      webhooks.wake();
      return outcome;
    },
    /** Queues another message to a signup, within the limits; null for an unknown one, and where no mail is sent. */
    async askAgain(id: string): Promise<AskedReport | null> {
      if (mail === null) return null;
      const outcome = await store.askAgain({ signupId: id }, mail.newRequest());
      mail.wake();
      return outcome === 'unknown' || outcome === 'removed' ? null : { outcome };
    },
    /** Records what became of mail later. Returns false for an unknown address or message. */
    recordDelivery: (news: z.infer<typeof deliverySchema>) =>
      store.recordDelivery({ ...news, at: now() }),
  };
}

/** The same for figures only: find-few.ts and viewed-figures.ts say what. */
function createViewedConsole(deps: GrowthConsoleDeps): GrowthConsole {
  const { reports } = deps;
  const refuseFew = async (named: NamedValues, signal?: AbortSignal) => {
    const issues = await reports.findFew(named, signal);
    if (issues.length > 0) throw new FewPeopleError(issues);
  };
  const unlessFew =
    <Query extends EventsRange, Report>(
      ask: (query: Query, signal?: AbortSignal) => Promise<Report>,
    ) =>
    async (query: Query, signal?: AbortSignal) => {
      await refuseFew({ filters: [], ...query }, signal);
      return ask(query, signal);
    };
  const viewed: Parameters<typeof createComparedReports>[0] = {
    figures: reports.figures,
    countedSince: reports.countedSince,
    async funnel(query, signal) {
      await refuseFew(query, signal);
      return viewFunnel(await reports.funnel(query, signal));
    },
    forms: unlessFew(reports.forms),
    behaviour: unlessFew(async (range, signal) =>
      viewBehaviour(await reports.behaviour(range, signal)),
    ),
    traffic: unlessFew(async (query: TrafficRange, signal) =>
      viewTraffic(await reports.traffic(query, signal)),
    ),
  };
  return {
    ...createFullConsole(deps),
    ...createComparedReports(viewed, () => eventsKeptSince(deps)),
  };
}

const eventsKeptSince = ({ now, config }: Pick<GrowthConsoleDeps, 'now' | 'config'>) =>
  now() - config.eventRetentionDays * DAY_MS;

function describeEvent({ context, consentId, ...event }: SequencedEvent): TailEvent {
  const { seq, name, properties, occurredAt } = event;
  return {
    ...withIsoTimes({ seq, name, properties, occurredAt }),
    path: context.path,
    source: context.utmSource,
    referrerHost: context.referrerHost,
    viewport: context.viewport,
    language: context.language,
    visitor: consentId.slice(-VISITOR_SIGNS),
  };
}
