import { z } from 'zod';
import { consentDecisionSchema } from '#shared/consents';
import { envelopeSchema, eventSchema } from '#shared/events';
import * as growth from '#shared/growth';
import * as queries from '#shared/growth-queries';
import { MAX_EVENTS_PER_REQUEST } from '#shared/limits';
import * as list from '#shared/list';
import * as answers from '#shared/list-answers';
import { MAILING_ACTIONS } from '#shared/list-values';
import * as team from '#shared/notes';
import * as entry from '#shared/people';
import * as open from '#shared/public-answers';
import { reportRangeSchema } from '#shared/report-range';
import { funnelsReportSchema, newFunnelSchema, shownFunnelSchema } from '#shared/saved-funnels';
import { funnelParamsSchema } from '../../reports/funnel/funnel-params.ts';
import { codeSchema } from '../../signups/confirm-signup.ts';
import { type RefusalCode, refusalOf } from './refusal-codes.ts';

/** A body that is no JSON. */
export interface TextAnswer {
  type: 'text/csv' | 'text/html';
}

/** What a program has to know of one method of one path. `document.ts` adds what all of them have. */
export interface Operation {
  /** One sentence. */
  says: string;
  /** Whether only GROWTH_TOKEN opens it, or also GROWTH_VIEWER_TOKEN; `public` paths need neither. */
  access: 'people' | 'figures' | 'public';
  query?: z.ZodType;
  /** The values of a part of the path that has only some. */
  params?: Record<string, z.ZodType>;
  body?: z.ZodType;
  /** By status: a schema, a text, or null for an empty body. */
  answers: Record<number, z.ZodType | TextAnswer | null>;
  /** The refusals that not every operation has. */
  refusals?: readonly RefusalCode[];
}

/** What is counted on the thread of the reports. */
const counted = ['report_too_long', 'reports_busy'] as const;
/** A report about events, which a viewer may not ask about fewer than five people. */
const ofEvents = { access: 'figures', refusals: ['few_people', ...counted] } as const;
const figures = { access: 'figures' } as const;
const people = { access: 'people' } as const;
const countedPeople = { access: 'people', refusals: counted } as const;
const ofOne = { access: 'people', refusals: ['not_found'] } as const;
/** What cannot be taken back. */
const ofPerson = { access: 'people', refusals: ['not_found', 'passkey_needed'] } as const;
const MAILING = '/growth/api/list/mailings/:id';
const SIGNUPS = '/rest/v1/notifyme_signups';

/**
 * Every operation, by its method and path. To document a route, add a line here: a test compares them with the routes,
 * and each answer that a test of a route gets is held against its schema.
 */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /growth/api/openapi.json': {
    ...figures,
    says: 'This document.',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  },
  'GET /growth/api/session': {
    access: 'public',
    says: 'What the token or the cookie gives access to.',
    answers: { 200: growth.sessionSchema },
  },
  'POST /growth/api/session': {
    access: 'public',
    says: 'Opens a session of two hours, as a cookie: by a token, a passkey, or a link and a new passkey.',
    body: entry.signInSchema,
    answers: { 200: growth.sessionSchema },
    refusals: ['unsupported_media_type', 'passkey_refused', 'token_sign_in_off'],
  },
  'POST /growth/api/session/challenge': {
    access: 'public',
    says: 'What `navigator.credentials` is asked with: by a link for a new passkey, or else for one that signs in.',
    body: entry.challengeSchema,
    answers: { 200: z.looseObject({ challenge: z.string() }) },
    refusals: ['not_found', 'no_passkeys'],
  },
  'DELETE /growth/api/session': {
    access: 'public',
    says: 'Ends the session, at every process of the site.',
    answers: { 200: growth.sessionSchema },
  },

  'GET /growth/api/figures': {
    ...figures,
    says: 'What the site recorded, also about visitors who did not agree to analytics.',
    query: reportRangeSchema,
    answers: { 200: growth.figuresReportSchema },
    refusals: counted,
  },
  'GET /growth/api/funnel': {
    ...ofEvents,
    says: 'How many people took each step, in order, within a window.',
    query: funnelParamsSchema,
    answers: { 200: growth.funnelReportSchema },
  },
  'GET /growth/api/forms': {
    ...ofEvents,
    says: 'What became of the forms that measured people sent.',
    query: queries.eventsQuerySchema,
    answers: { 200: growth.formsReportSchema },
  },
  'GET /growth/api/behaviour': {
    ...ofEvents,
    says: 'How far visitors scrolled, and which buttons they pressed.',
    query: queries.eventsQuerySchema,
    answers: { 200: growth.behaviourReportSchema },
  },
  'GET /growth/api/traffic': {
    ...ofEvents,
    says: 'Events and people, by name and by a value of the visit.',
    query: queries.trafficQuerySchema,
    answers: { 200: growth.trafficReportSchema },
  },
  'GET /growth/api/problems': {
    ...figures,
    says: 'What is wrong now, each with a code for programs and a sentence for people.',
    answers: { 200: growth.problemsReportSchema },
    refusals: counted,
  },
  'GET /growth/api/delivery': {
    ...countedPeople,
    says: 'How far the delivery to PostHog is.',
    answers: { 200: growth.deliveryReportSchema },
  },
  'GET /growth/api/tail': {
    ...countedPeople,
    says: 'The latest 200 events in the order in which they arrived, newest first.',
    answers: { 200: growth.tailReportSchema },
  },

  'GET /growth/api/signups': {
    ...countedPeople,
    says: 'The signups, latest first, 50 on a page.',
    query: queries.signupsQuerySchema,
    answers: { 200: growth.signupsReportSchema },
  },
  'GET /growth/api/signups.csv': {
    ...people,
    says: 'All signups as a file for spreadsheets.',
    query: queries.signupFilterSchema,
    answers: { 200: { type: 'text/csv' } },
    refusals: [...counted, 'passkey_needed'],
  },
  'DELETE /growth/api/signups/:id': {
    ...ofPerson,
    says: 'Erases a signup, and records in the audit that one was erased.',
    answers: { 200: growth.erasedSchema },
  },
  'POST /growth/api/signups/:id/message': {
    ...ofPerson,
    says: 'Queues another message that asks a signup for its confirmation.',
    answers: { 200: growth.askedSchema },
  },
  'POST /growth/api/deliveries': {
    ...ofOne,
    says: 'Records what became of mail later: bounces and complaints.',
    body: queries.deliverySchema,
    answers: { 204: null },
  },

  'GET /growth/api/notes': {
    ...figures,
    says: 'The notes of a range, at most the latest 500.',
    query: team.teamRangeSchema,
    answers: { 200: team.notesReportSchema },
  },
  'POST /growth/api/notes': {
    ...people,
    says: 'Writes a note. Without a time, it happened now.',
    body: team.noteSchema('UTC'),
    answers: { 201: team.shownNoteSchema },
  },
  'DELETE /growth/api/notes/:id': {
    ...ofOne,
    says: 'Deletes a note.',
    answers: { 200: growth.deletedSchema },
  },
  'GET /growth/api/funnels': {
    ...figures,
    says: 'The funnels of the site, then those that the team saved, by name.',
    query: z.strictObject({}),
    answers: { 200: funnelsReportSchema },
  },
  'POST /growth/api/funnels': {
    ...people,
    says: 'Saves a funnel, in place of the one with its name.',
    body: newFunnelSchema,
    answers: { 201: shownFunnelSchema },
    refusals: ['too_many_funnels', 'same_funnel'],
  },
  'DELETE /growth/api/funnels/:id': {
    ...ofOne,
    says: 'Deletes a saved funnel.',
    answers: { 200: growth.deletedSchema },
  },
  'GET /growth/api/alerts': {
    ...figures,
    says: 'The alerts that are raised, and those that were raised in a range.',
    query: team.teamRangeSchema,
    answers: { 200: team.alertsReportSchema },
  },
  'POST /growth/api/alerts/:name/silence': {
    ...ofOne,
    says: 'Sends nothing about an alert for some hours; 0 ends that.',
    body: team.silenceSchema,
    answers: { 200: team.silencedSchema },
  },

  'GET /growth/api/people': {
    ...people,
    says: 'Who may enter. A viewer’s session sees itself only.',
    answers: { 200: entry.peopleReportSchema },
  },
  'POST /growth/api/people': {
    ...people,
    says: 'Adds a person, and makes the link that registers a passkey.',
    body: entry.newPersonSchema,
    answers: { 201: entry.linkSchema },
    refusals: ['passkey_needed', 'no_passkeys', 'name_taken'],
  },
  'POST /growth/api/people/:id': {
    ...people,
    says: 'Changes what a person may do, removes the person or a passkey, ends the sessions, or resets all that and makes a new link.',
    body: entry.personChangeSchema,
    answers: { 200: entry.linkSchema },
    refusals: ['not_found', 'passkey_needed', 'only_oneself', 'last_owner', 'no_passkeys'],
  },
  'GET /growth/api/acts': {
    ...people,
    says: 'What was done in the console, the latest first, 200 at once; the `id` of the last one is `before` of the next. A viewer’s session sees its own acts.',
    query: entry.actsQuerySchema,
    answers: { 200: entry.actsReportSchema },
  },
  'GET /growth/api/acts.csv': {
    ...people,
    says: 'All of what was done, as a file for spreadsheets.',
    query: entry.actsQuerySchema,
    answers: { 200: { type: 'text/csv' } },
  },

  'GET /growth/api/list/stages': {
    ...countedPeople,
    says: 'How far applications for the beta are.',
    answers: { 200: list.applicationStagesSchema },
  },
  'POST /growth/api/list/decisions': {
    ...people,
    says: 'Accepts or declines applications, or takes that back.',
    body: list.decisionSchema,
    answers: { 200: answers.decidedSchema },
    refusals: ['no_mail', 'passkey_needed'],
  },
  'POST /growth/api/list/invitations': {
    ...people,
    says: 'Invites these people, or the next of those who are accepted, the oldest first.',
    body: list.invitationSchema,
    answers: { 200: answers.invitedSchema },
    refusals: ['no_mail', 'passkey_needed'],
  },
  'POST /growth/api/list/invitations/withdraw': {
    ...people,
    says: 'Withdraws the invitations of these people.',
    body: list.idsSchema,
    answers: { 200: answers.withdrawnSchema },
  },
  'POST /growth/api/list/audience': {
    ...countedPeople,
    says: 'Counts how many people a mailing would reach, and why others are left out.',
    body: list.audienceSchema,
    answers: { 200: list.audienceCountSchema },
  },
  'GET /growth/api/list/secret': {
    ...people,
    says: 'The secret that personal codes are made with.',
    answers: { 200: answers.listSecretSchema },
    refusals: ['passkey_needed'],
  },
  'GET /growth/api/list/mailings': {
    ...people,
    says: 'The mailings, latest first, at most 100.',
    answers: { 200: list.mailingsReportSchema },
  },
  'POST /growth/api/list/mailings': {
    ...people,
    says: 'Stores a draft.',
    body: list.mailingSchema,
    answers: { 201: answers.draftSchema },
  },
  [`GET ${MAILING}`]: {
    ...ofOne,
    says: 'One mailing, and whom it did not reach.',
    answers: { 200: answers.mailingReportSchema },
  },
  [`PUT ${MAILING}`]: {
    ...people,
    says: 'Replaces a draft, unless somebody else has changed it since `seen`.',
    body: list.seenMailingSchema,
    answers: { 200: answers.draftSchema },
    refusals: ['not_found', 'wrong_state', 'changed'],
  },
  [`DELETE ${MAILING}`]: {
    ...people,
    says: 'Deletes a draft, unless somebody else has changed it since `seen`.',
    query: answers.seenQuerySchema,
    answers: { 200: growth.deletedSchema },
    refusals: ['not_found', 'wrong_state', 'changed'],
  },
  [`GET ${MAILING}/preview`]: {
    ...ofOne,
    says: 'The message of a mailing.',
    query: answers.previewQuerySchema,
    answers: { 200: answers.previewSchema },
  },
  [`GET ${MAILING}/preview.html`]: {
    ...ofOne,
    says: 'The message of a mailing as a page, to somebody with this name.',
    query: answers.previewPageQuerySchema,
    answers: { 200: { type: 'text/html' } },
  },
  [`POST ${MAILING}/test`]: {
    ...people,
    says: 'Sends the message to one address.',
    body: list.testMailingSchema,
    answers: { 200: answers.testedSchema },
    refusals: ['not_found', 'no_mail', 'wrong_words', 'passkey_needed'],
  },
  [`POST ${MAILING}/send`]: {
    ...people,
    says: 'Starts a mailing to as many people as `people` says.',
    body: list.sendMailingSchema,
    answers: { 200: answers.startedSchema },
    refusals: [
      ...(['not_found', 'no_mail', 'wrong_state', 'wrong_words', 'changed'] as const),
      ...(['not_sent', 'other_number', 'passkey_needed', ...counted] as const),
    ],
  },
  [`POST ${MAILING}/again`]: {
    ...people,
    says: 'Lets recipients in doubt or refused wait for the message again.',
    body: list.idsSchema,
    answers: { 200: answers.againSchema },
    refusals: ['not_found', 'no_mail', 'wrong_state', 'passkey_needed'],
  },
  [`POST ${MAILING}/:action`]: {
    ...people,
    says: 'Pauses, resumes or stops a mailing.',
    params: { action: z.enum(MAILING_ACTIONS) },
    answers: { 200: answers.doneSchema },
    refusals: ['not_found', 'wrong_state', 'passkey_needed'],
  },

  [`POST ${SIGNUPS}`]: {
    access: 'public',
    says: 'Signs somebody up, as PostgREST would insert the row.',
    query: z.object({ columns: z.string().optional() }),
    body: z.union([open.signupInsertSchema, z.array(open.signupInsertSchema).length(1)]),
    answers: {
      201: null,
      400: open.tableRefusalSchema,
      401: z.union([open.tableRefusalSchema, open.wrongKeySchema]),
      409: open.tableRefusalSchema,
      413: open.tableRefusalSchema,
      415: open.tableRefusalSchema,
      429: open.tableRefusalSchema,
      503: z.union([open.tableRefusalSchema, refusalOf(['store_unavailable', 'newer_build'])]),
    },
  },
  'POST /api/consents': {
    access: 'public',
    says: 'Records an answer to the consent question.',
    body: consentDecisionSchema,
    answers: { 201: open.consentRecordedSchema },
    refusals: ['unsupported_media_type', 'newer_build'],
  },
  'POST /api/events': {
    access: 'public',
    says: 'Stores events of a visitor who agreed to that. Each is checked by itself.',
    body: envelopeSchema.extend({
      events: z.array(eventSchema).min(1).max(MAX_EVENTS_PER_REQUEST),
    }),
    answers: { 200: open.eventsTakenSchema },
    refusals: ['consent_required', 'too_many_events', 'newer_build'],
  },
  'POST /api/confirmations': {
    access: 'public',
    says: 'Confirms an address by the code of a message, where the site sends mail.',
    body: codeSchema,
    answers: { 200: open.confirmedSchema },
    refusals: ['wrong_code', 'code_expired', 'not_found'],
  },
  'GET /healthz': {
    access: 'public',
    says: 'Whether the process runs, and of which version it is.',
    answers: { 200: open.healthSchema },
  },
  'GET /readyz': {
    access: 'public',
    says: 'Whether what is acknowledged would be stored.',
    answers: { 200: open.readySchema, 503: open.notReadySchema },
  },
};
