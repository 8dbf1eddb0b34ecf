import { z } from 'zod';
import {
  CLICK_LOCATIONS,
  FORM_OUTCOMES,
  SCROLL_MILESTONES,
  SIGNUP_TYPES,
  TRACKED_SECTIONS,
  VIEWPORTS,
} from './event-values.ts';
import { isoTimeSchema, limitedText, uuidSchema } from './limited-text.ts';
import { MAX_EVENTS_PER_REQUEST } from './limits.ts';
import { LANGUAGES } from './site-languages.ts';
import { isPlainText, looksLikeEmail, MAX_UTM } from './text.ts';

const textSchema = (max: number) =>
  limitedText(max)
    .min(1)
    .refine((text) => !looksLikeEmail(text), 'looks like an e-mail address')
    .refine(isPlainText, 'has control characters, or half of a character');

/** The recorded events, each with exactly its own properties. Everything else that knows events follows this list. */
const EVENTS = {
  form_submit: z.strictObject({
    form_type: z.enum(SIGNUP_TYPES),
    event_label: z.enum(FORM_OUTCOMES),
    /** The part after the at sign, in lower case. It may identify a person; the privacy page says so. */
    email_domain: textSchema(253)
      .regex(/^[^\s@/?#%]+$/, 'expected a domain name')
      .refine((domain) => domain.slice(1, -1).includes('.'), 'expected a domain name'),
  }),
  button_click: z.strictObject({
    button_name: textSchema(100),
    click_location: z.enum(CLICK_LOCATIONS),
  }),
  section_view: z.strictObject({ section_name: z.enum(TRACKED_SECTIONS) }),
  scroll: z.strictObject({ percent_scrolled: z.literal(SCROLL_MILESTONES) }),
};

export type EventName = keyof typeof EVENTS;
/** `EventProperties['scroll']` is the shape of that event's properties. */
export type EventProperties = { [N in EventName]: z.infer<(typeof EVENTS)[N]> };

const wireSchema = <N extends EventName>(name: N) =>
  z.strictObject({
    id: uuidSchema,
    timestamp: isoTimeSchema,
    name: z.literal(name),
    properties: EVENTS[name],
  });
type WireSchema = { [N in EventName]: ReturnType<typeof wireSchema<N>> }[EventName];

export const eventSchema = z.discriminatedUnion(
  'name',
  (Object.keys(EVENTS) as EventName[]).map((name) => wireSchema(name)) as [
    WireSchema,
    ...WireSchema[],
  ],
);
export type WireEvent = z.infer<typeof eventSchema>;

const utm = limitedText(MAX_UTM).min(1).optional();

/** Where an event happened. The strings here are checked for e-mail addresses and query strings event by event. */
export const contextSchema = z.strictObject({
  path: limitedText(500).startsWith('/'),
  referrerHost: limitedText(253).min(1).optional(),
  utm: z
    .strictObject({ source: utm, medium: utm, campaign: utm, term: utm, content: utm })
    .optional(),
  viewport: z.enum(VIEWPORTS).optional(),
  /** The language of the page. Pages of earlier versions do not send it. */
  language: z.enum(LANGUAGES).optional(),
});
export type EventContext = z.infer<typeof contextSchema>;

/** The body of `POST /api/events`. Each entry of `events` is parsed separately with {@link eventSchema}. */
export const envelopeSchema = z.strictObject({
  consentId: uuidSchema,
  sessionId: uuidSchema,
  sentAt: isoTimeSchema,
  context: contextSchema.optional(),
  events: z.array(z.unknown()).min(1).max(MAX_EVENTS_PER_REQUEST),
});
export type Envelope = z.infer<typeof envelopeSchema>;
