import { type Context, Hono } from 'hono';
import type { MailPage, MailPageMore } from '#shared/page';
import { LANGUAGES, type Language, pathInSite, prefixOf } from '#shared/site-languages';
import type { Bodies } from '../edge/body/bodies.ts';
import type { ClientOf } from '../edge/client-address.ts';
import { methods } from '../edge/methods.ts';
import { refuseBody } from '../edge/problem.ts';
import type { createLimit, Refuse } from '../edge/rate-limit.ts';
import { percentDecoded } from '../edge/request-url.ts';
import type { InvitationState, RenewOutcome } from '../list/invitations.sql.ts';
import type { Invitations } from '../list/invitations.ts';
import type { MailPages } from '../site/render-pages.ts';
import type { Confirmations, GivenAnswer } from './confirm-signup.ts';
import type { ConfirmOutcome } from './confirmations.sql.ts';
import { LEAVES, type Leaving } from './leaving.ts';

/** With the sentence of the page, three times as long in some scripts as in others. */
const MAX_BYTES = 8 * 1024;
/**
 * 128 bits in base64url, as mail programs leave them: with `=3D` for the equals sign, and a full stop, a bracket or a
 * quote after them.
 */
const TOKEN = /token[^\w-]*(?:3D)?([\w-]{22})(?![a-z\d])/i;
/** What mail programs put into a long link where they break the line. */
const BREAKS = /[\s\p{Cf}+=]/gu;

/** The address holds a secret: nobody stores the page, and no link passes its address on. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

export interface MailPageRouteDeps {
  confirmations: Pick<Confirmations, 'linkedTo' | 'confirm' | 'askAgain'>;
  leaving: Pick<Leaving, 'leave'>;
  invitations: Invitations;
  pages: MailPages;
  bodies: Bodies;
  clientOf: ClientOf;
  /** Counts unknown links. */
  limit: ReturnType<typeof createLimit<Promise<Response>>>;
}

type Answer = [page: MailPage, status: 200 | 404 | 410];

const CONFIRM_PAGES: Record<ConfirmOutcome | 'open', Answer> = {
  open: ['confirm', 200],
  confirmed: ['confirmed', 200],
  already: ['already', 200],
  expired: ['expired', 410],
  removed: ['removed', 410],
  unknown: ['unknown', 404],
};

const AGAIN_PAGES: Record<Awaited<ReturnType<Confirmations['askAgain']>>, Answer> = {
  queued: ['sent-again', 200],
  too_soon: ['too-soon', 200],
  restricted: ['restricted', 200],
  confirmed: ['already', 200],
  no_mail: ['no-mail', 410],
  removed: ['removed', 410],
  unknown: ['unknown', 404],
};

const LEAVE_PAGES: Record<Awaited<ReturnType<Leaving['leave']>>, Answer> = {
  declined: ['declined', 200],
  left: ['left', 200],
  blocked: ['blocked', 200],
  later: ['left-later', 200],
  removed: ['removed', 200],
  unknown: ['unknown', 404],
};

const INVITATION_PAGES: Record<InvitationState, Answer> = {
  open: ['invitation', 200],
  redeemed: ['redeemed', 200],
  already: ['redeemed-again', 200],
  spent: ['redeemed-before', 200],
  expired: ['invitation-expired', 410],
  over: ['invitation-over', 410],
  withdrawn: ['invitation-withdrawn', 410],
  unknown: ['unknown', 404],
};

const RENEW_PAGES: Record<RenewOutcome, Answer> = {
  ...INVITATION_PAGES,
  renewed: ['invitation-renewed', 200],
  used: ['invitation-used', 200],
  restricted: ['restricted', 200],
};

/**
 * The pages behind the links of a message. A GET changes nothing, because mail scanners follow links. A POST needs the
 * token and nothing else, so a request from another site's page can do no more than its sender could anyway. A mail
 * program's own button posts to `/leave` from elsewhere (RFC 8058). Below the prefix of each language, also of those in
 * which the site is no longer offered, since messages with such links may be on their way.
 */
export function mailPageRoutes(deps: MailPageRouteDeps) {
  const app = new Hono();
  for (const language of LANGUAGES) app.route(prefixOf(language) || '/', routesIn(language, deps));
  return app;
}

const NAMES = ['confirm', 'leave', 'invitation'];
/** Looked for first, because most requests are for something else. */
const NAME = new RegExp(NAMES.join('|'), 'i');

/** The paths of these pages, in all languages. */
export const mailPaths = LANGUAGES.flatMap((language) =>
  NAMES.map((name) => `${prefixOf(language)}/${name}`),
);
const LINK = new RegExp(`^(?:${mailPaths.join('|')})(?![\\w-])`);

/** Returns the path of the page that a damaged link leads to: encoded, in capitals, or with more after it. */
export const mailPath = (path: string): string =>
  ((/[%\s]/.test(path) || NAME.test(path)) &&
    LINK.exec(percentDecoded(path).replace(/\s+/g, '').replace(/\/+/g, '/').toLowerCase())?.[0]) ||
  path;

/** Answers who asks too often with a page. */
export const refuseMailPage =
  (pages: MailPages): Refuse<Promise<Response>> =>
  async (c) => {
    const { path } = c.req;
    const language = LANGUAGES.find((one) => prefixOf(one) + pathInSite(path) === path) ?? 'en';
    return c.body(await pages('too-many', language), 429, HEADERS);
  };

function routesIn(
  language: Language,
  { confirmations, leaving, invitations, pages, bodies, clientOf, limit }: MailPageRouteDeps,
) {
  const app = new Hono();
  /** Only guesses count: a right link works however many people are behind one address. */
  const show = async (
    c: Context,
    page: MailPage,
    status: 200 | 404 | 410 = 200,
    more?: MailPageMore,
  ) =>
    (page === 'unknown' && (await limit.count(c))) ||
    c.body(await pages(page, language, more), status, HEADERS);
  /** Acts on a real token. A guess only reads, so it delays nobody who writes. */
  const press =
    <State>(
      stateOf: (token: string) => Promise<State>,
      act: (c: Context, token: string, form: URLSearchParams, state: State) => Promise<Response>,
    ) =>
    (c: Context) =>
      withForm(c, bodies, async (token, form) => {
        const state = await stateOf(token);
        return state === 'unknown' ? show(c, 'unknown', 404) : act(c, token, form, state);
      });
  const { linkedTo } = confirmations;

  methods(app, '/confirm', {
    // With what was entered, so that nobody confirms what a stranger wrote.
    get: async (c) => {
      const linked = await linkedTo(tokenOf(c));
      if (typeof linked === 'string') return show(c, ...CONFIRM_PAGES[linked]);
      return show(c, ...CONFIRM_PAGES[linked.state], linked);
    },
    post: press(linkedTo, async (c, token, form, linked) => {
      if (typeof linked === 'string') return show(c, ...CONFIRM_PAGES[linked]);
      if (asksAgain(form))
        return show(c, ...AGAIN_PAGES[await confirmations.askAgain(token, clientOf(c))], linked);
      const answer = CONFIRM_PAGES[await confirmations.confirm(token, launchIn(form))];
      const now = await linkedTo(token);
      return show(c, ...answer, typeof now === 'string' ? linked : now);
    }),
  });
  methods(app, '/leave', {
    // A link that has nothing left to do shows the page that its button would lead to.
    get: async (c) => {
      const linked = await linkedTo(tokenOf(c));
      if (typeof linked === 'string') return show(c, ...LEAVE_PAGES[linked]);
      return show(c, 'leave', 200, linked);
    },
    post: (c) =>
      withForm(c, bodies, async (token, form) => {
        // A mail program's own button names nothing of ours (RFC 8058).
        const what = LEAVES.find((one) => one === form.get('what')) ?? null;
        return show(c, ...LEAVE_PAGES[await leaving.leave(token, what)]);
      }),
  });
  methods(app, '/invitation', {
    get: async (c) => show(c, ...INVITATION_PAGES[await invitations.stateOf(tokenOf(c))]),
    post: press(invitations.stateOf, async (c, token, form) => {
      if (asksAgain(form))
        return show(c, ...RENEW_PAGES[await invitations.renew(token, clientOf(c))]);
      const state = await invitations.redeem(token);
      const [page, status] = INVITATION_PAGES[state];
      // Later presses open nothing. A new link goes only to the person's own mailbox.
      if (state !== 'redeemed') return show(c, page, status);
      const welcome = invitations.welcome(token);
      return show(c, welcome.openUrl ? 'redeemed-open' : page, status, welcome);
    }),
  });
  return app;
}

/** Returns the token in the address or in the form; an empty one, which nobody has, where it is missing or not whole. */
function tokenOf(c: Context, form = ''): string {
  const { url } = c.req;
  const address = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  for (const text of [percentDecoded(address), percentDecoded(form)])
    for (const whole of [text, text.replace(BREAKS, '')]) {
      const token = TOKEN.exec(whole)?.[1];
      if (token) return token;
    }
  return '';
}

/** Reads a form. A mail program may send its own type of form, but then the token is in the address. */
function withForm(
  c: Context,
  bodies: Bodies,
  use: (token: string, form: URLSearchParams) => Promise<Response>,
) {
  return bodies.raw(c, MAX_BYTES, (body) => {
    if (!body.ok) return refuseBody(c, body.why, MAX_BYTES);
    const form = new TextDecoder().decode(body.bytes);
    return use(tokenOf(c, form), new URLSearchParams(form));
  });
}

const asksAgain = (form: URLSearchParams) => form.get('again') === '1';

/** What the page has shown about the message at the launch, if anything, and the answer. */
function launchIn(form: URLSearchParams): GivenAnswer | undefined {
  const text = form.get('launch_text');
  return text === null ? undefined : { text, agreed: form.has('launch') };
}
