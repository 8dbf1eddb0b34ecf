import { type Context, Hono } from 'hono';
import { uuidSchema } from '#shared/limited-text';
import {
  audienceSchema,
  decisionSchema,
  idsSchema,
  invitationSchema,
  mailingSchema,
  seenMailingSchema,
  sendMailingSchema,
  testMailingSchema,
} from '#shared/list';
import {
  type MailingReport,
  type PreviewReport,
  previewPageQuerySchema,
  previewQuerySchema,
  seenQuerySchema,
} from '#shared/list-answers';
import { MAILING_ACTIONS } from '#shared/list-values';
import type { Bodies } from '../edge/body/bodies.ts';
import { type GrowthEnv, peopleOnly, recentOnly, refuseStale } from '../edge/growth-env.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { invalidQuery, invalidRequest, problem } from '../edge/problem.ts';
import { queryValues } from '../edge/request-url.ts';
import { parseParams } from '../lib/query-params.ts';
import type { World } from '../lib/world.ts';
import type { Mail } from '../mail/mail-sender.ts';
import type { MailingPreview } from '../mail/mailing-preview.ts';
import type { SharedReports } from '../reports/ask-reports.ts';
import { summarizeApplications, summarizeMailings } from '../reports/summary/summarize-list.ts';
import { type ListDesk, whyRefused } from './list-desk.ts';
import type { DraftOutcome } from './mailings.sql.ts';
import { versionOf } from './version-of.ts';

const MAX_BYTES = 256 * 1024;
/** A message has inline styles, as mail programs want them. The console shows it in a frame. */
const PREVIEW_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-same-origin",
};

export interface GrowthListRouteDeps extends Pick<World, 'now'> {
  reports: Pick<SharedReports, 'of'>;
  desk: ListDesk;
  /** Null where the site sends no mail. */
  mail: Pick<Mail, 'sendPreview'> | null;
  preview: MailingPreview;
  bodies: Bodies;
}

/** Applications, decisions, invitations and mailings, for those who may see people. */
export function growthListRoutes(deps: GrowthListRouteDeps) {
  const { reports, desk, mail, preview, bodies, now } = deps;
  const app = new Hono<GrowthEnv>();
  app.use('/list/*', peopleOnly);
  // Mail that has left cannot be taken back, nor a secret that was read.
  for (const path of [
    'invitations',
    'secret',
    'mailings/:id/test',
    'mailings/:id/send',
    'mailings/:id/again',
    'mailings/:id/resume',
  ])
    app.use(`/list/${path}`, recentOnly);

  methods(app, '/list/stages', {
    get: async (c) => {
      const stages = await reports.of('people').stages();
      return c.json({ summary: summarizeApplications(stages, now()), ...stages });
    },
  });
  const json = jsonBody<GrowthEnv>(bodies, MAX_BYTES);
  const noMail = (c: Context<GrowthEnv>) =>
    problem(c, 409, {
      code: 'no_mail',
      message: 'This site sends no mail, because SMTP_URL is not set.',
    });
  for (const path of [
    'invitations',
    'mailings/:id/test',
    'mailings/:id/send',
    'mailings/:id/again',
  ])
    app.use(`/list/${path}`, async (c, next) =>
      mail === null && c.req.method === 'POST' ? noMail(c) : next(),
    );
  const notFound = (c: Context<GrowthEnv>) =>
    problem(c, 404, { code: 'not_found', message: 'This mailing does not exist.' });
  const wrongState = async (c: Context<GrowthEnv>) => {
    const mailing = await desk.mailing(idOf(c));
    if (!mailing) return notFound(c);
    const { reason } = mailing;
    const message = reason
      ? `This mailing stays as it is: ${reason}.`
      : 'The state of this mailing does not allow that; read it again.';
    return problem(c, 409, { code: 'wrong_state', message });
  };
  const changed = async (c: Context<GrowthEnv>) =>
    problem(c, 409, {
      code: 'changed',
      message: 'Somebody else has changed this draft meanwhile; nothing was done.',
      mailing: await desk.mailing(idOf(c)),
    });
  const answerDraft = (c: Context<GrowthEnv>, outcome: DraftOutcome, done: object) => {
    if (outcome === 'done') return c.json(done);
    return outcome === 'changed' ? changed(c) : wrongState(c);
  };
  const wrongWords = (c: Context<GrowthEnv>, message: string) =>
    problem(c, 409, { code: 'wrong_words', message });
  const idOf = (c: Context<GrowthEnv>) => uuidSchema.safeParse(c.req.param('id')).data ?? '';

  methods(app, '/list/decisions', {
    post: json(decisionSchema, async (c, request) => {
      const refusal = request.tell ? (refuseStale(c) ?? (mail === null ? noMail(c) : null)) : null;
      return refusal ?? c.json(await desk.decide(request, c.get('by')));
    }),
  });
  methods(app, '/list/invitations', {
    post: json(invitationSchema, async (c, request) =>
      c.json(await desk.invite(request, c.get('by'))),
    ),
  });
  methods(app, '/list/invitations/withdraw', {
    post: json(idsSchema, async (c, { ids }) =>
      c.json({ withdrawn: await desk.withdraw(ids, c.get('by')) }),
    ),
  });

  /** For a shop that checks personal codes. The secret is enough to make codes. */
  methods(app, '/list/secret', { get: async (c) => c.json({ secret: await desk.secret() }) });
  methods(app, '/list/mailings', {
    get: async (c) => {
      const mailings = await desk.mailings();
      return c.json({ summary: summarizeMailings(mailings), mailings });
    },
    post: json(mailingSchema, async (c, content) =>
      c.json(await desk.draft(content, c.get('by')), 201),
    ),
  });
  methods(app, '/list/audience', {
    post: json(audienceSchema, async (c, audience) =>
      c.json(await reports.of('people').audience(audience)),
    ),
  });

  methods(app, '/list/mailings/:id', {
    get: async (c) => {
      const mailing = await desk.mailing(idOf(c));
      if (!mailing) return notFound(c);
      const { id } = mailing;
      const [putOff, troubled] = [await desk.putOff(id), await desk.troubled(id)];
      return c.json({ ...mailing, putOff, troubled } satisfies MailingReport);
    },
    put: json(seenMailingSchema, async (c, { seen, ...content }) => {
      const id = idOf(c);
      const done = { id, version: versionOf(content) };
      return answerDraft(c, await desk.changeDraft(id, content, seen, c.get('by')), done);
    }),
    delete: async (c) => {
      const asked = parseParams(seenQuerySchema, queryValues(c));
      if (!asked.ok) return invalidQuery(c, asked.issues);
      const { seen } = asked.query;
      return answerDraft(c, await desk.changeDraft(idOf(c), null, seen, c.get('by')), {
        deleted: true,
      });
    },
  });
  methods(app, '/list/mailings/:id/preview', {
    get: async (c) => {
      const mailing = await desk.mailing(idOf(c));
      if (!mailing) return notFound(c);
      const asked = parseParams(previewQuerySchema, queryValues(c));
      if (!asked.ok) return invalidQuery(c, asked.issues);
      const { language } = asked.query;
      const shown = await preview(mailing.words, language);
      const { subject, text } = await preview(mailing.words, language, '');
      return c.json({ ...shown, withoutName: { subject, text } } satisfies PreviewReport);
    },
  });
  methods(app, '/list/mailings/:id/preview.html', {
    get: async (c) => {
      const mailing = await desk.mailing(idOf(c));
      if (!mailing) return notFound(c);
      const asked = parseParams(previewPageQuerySchema, queryValues(c));
      if (!asked.ok) return invalidQuery(c, asked.issues);
      const { language, name } = asked.query;
      const { html } = await preview(mailing.words, language, name);
      return c.html(html ?? '', 200, PREVIEW_HEADERS);
    },
  });
  methods(app, '/list/mailings/:id/test', {
    post: json(testMailingSchema, async (c, { address, language }) => {
      const mailing = await desk.mailing(idOf(c));
      if (!mailing || !mail) return notFound(c);
      const wrong = whyRefused(mailing);
      if (wrong !== null) return wrongWords(c, wrong);
      const sent = await mail.sendPreview(await preview(mailing.words, language), address);
      if (sent === null) {
        const message = 'expected an address that mail can be sent to';
        return invalidRequest(c, [{ path: 'address', message }]);
      }
      return c.json(
        sent.outcome === 'sent' ? { sent: true } : { sent: false, reason: sent.reason },
      );
    }),
  });
  methods(app, '/list/mailings/:id/send', {
    post: json(sendMailingSchema, async (c, { people, seen }) => {
      const outcome = await desk.start(idOf(c), people, seen, c.get('by'));
      switch (outcome.outcome) {
        case 'started':
          return c.json({ started: true });
        case 'wrong_words':
          return wrongWords(c, outcome.message);
        case 'changed':
          return changed(c);
        case 'not_draft':
          return wrongState(c);
        case 'not_sent':
          return problem(c, 409, {
            code: 'not_sent',
            message: `Nothing was sent: ${outcome.reason}.`,
          });
        case 'other_number':
          return problem(c, 409, {
            code: 'other_number',
            message: `It would go to ${outcome.people} people, not to ${people}; nothing was sent.`,
          });
      }
    }),
  });
  methods(app, '/list/mailings/:id/again', {
    post: json(idsSchema, async (c, { ids }) => {
      const mailing = await desk.mailing(idOf(c));
      // Of a mailing that has not begun, nobody is in doubt.
      if (!mailing?.startedAt) return wrongState(c);
      return c.json(await desk.again(mailing.id, ids, c.get('by')));
    }),
  });
  methods(app, '/list/mailings/:id/:action', {
    post: async (c) => {
      const action = MAILING_ACTIONS.find((one) => one === c.req.param('action'));
      if (!action) {
        const message = `There is no such action; expected ${MAILING_ACTIONS.join(', ')}.`;
        return problem(c, 404, { code: 'not_found', message });
      }
      return (await desk.change(idOf(c), action, c.get('by')))
        ? c.json({ done: true })
        : wrongState(c);
    },
  });
  return app;
}
