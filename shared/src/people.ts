// Who may enter the console, and what they did there.
import { z } from 'zod';
import { isoTimeSchema, limitedText, uuidSchema } from './limited-text.ts';
import { named } from './named-schema.ts';
import { isStorableText } from './text.ts';

/** What was done with people's data: in the console, by a command, or by the site itself. */
export type DataAct =
  | ('erase' | 'export' | 'retention' | 'restrict')
  | ('lift' | 'decline' | 'block' | 'unblock');

/** What is done in the console. */
export const ACTS = [
  ...(['accept', 'turn_down', 'take_back', 'tell', 'invite', 'withdraw'] as const),
  ...(['write', 'delete_draft', 'start', 'pause', 'resume', 'stop', 'send_again'] as const),
  ...(['export', 'erase', 'save_funnel', 'delete_funnel', 'add_note', 'delete_note'] as const),
  ...(['add_person', 'change_person', 'remove_person', 'reset_person', 'end_sessions'] as const),
  ...(['link_passkey', 'add_passkey', 'remove_passkey', 'copied_passkey'] as const),
];
export type Act = (typeof ACTS)[number];

/** What nobody sees in a name: letters without a form, a Braille pattern without dots, and the second of two blanks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\u2800]|\s{2}/u;
/** A line that people read: a name. What nobody sees would make two of one. */
const nameSchema = limitedText(60)
  .normalize('NFKC') // which may make it longer
  .trim()
  .min(1)
  .max(60)
  .refine((text) => isStorableText(text) && !INVISIBLE.test(text), {
    message: 'expected one line without invisible characters',
  });
/** Returns whether people take two names for one. Each database folds case for different letters, so names are compared here. */
export const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFKC').toUpperCase() === other.normalize('NFKC').toUpperCase();

/** An owner may do everything; a viewer sees figures without people. */
const roleSchema = z.enum(['owner', 'viewer']);
/** What is longer comes from no authenticator. */
const bytes = (max: number) => limitedText(max).regex(/^[\w-]+$/, 'expected base64url');
/** `POST /growth/api/people`. */
export const newPersonSchema = z.strictObject({
  // The list of what was done says these of whoever is nobody.
  name: nameSchema.refine((name) => !/^(token|command)$/i.test(name), {
    message: 'expected another name than token or command',
  }),
  role: roleSchema,
});
/** `POST /growth/api/people/ID`: what becomes of a person. */
export const personChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('change_person'), role: roleSchema }),
  z.strictObject({
    kind: z.enum(['remove_person', 'reset_person', 'end_sessions', 'link_passkey']),
  }),
  z.strictObject({ kind: z.literal('remove_passkey'), passkey: bytes(1400) }),
]);
export type PersonChange = z.infer<typeof personChangeSchema>;

const credential = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.object({
    id: bytes(1400),
    rawId: bytes(1400),
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: bytes(3000), ...response }),
  });
/** What an authenticator answers, as browsers write it. What else is in it is not read. */
const usedPasskeySchema = credential({ authenticatorData: bytes(2000), signature: bytes(2000) });
export type UsedPasskey = z.infer<typeof usedPasskeySchema>;
const madePasskeySchema = credential({ attestationObject: bytes(12_000) });
export type MadePasskey = z.infer<typeof madePasskeySchema>;

/** `POST /growth/api/session/challenge`: with a link that registers a passkey, or to sign in. */
export const challengeSchema = z.strictObject({ link: bytes(43).optional() });
/** `POST /growth/api/session`. */
export const signInSchema = z.union(
  [
    z.strictObject({ token: limitedText(1000) }),
    z.strictObject({ passkey: usedPasskeySchema }),
    z.strictObject({ link: bytes(43), name: nameSchema, newPasskey: madePasskeySchema }),
  ],
  'expected a token, a passkey as an authenticator made it, or a link with a new passkey and its name',
);
export type SignInRequest = z.infer<typeof signInSchema>;

/** The query of `acts` and `acts.csv`: of a person, and before an entry. */
export const actsQuerySchema = z.strictObject({
  person: uuidSchema.nullable().default(null),
  before: limitedText(15)
    .regex(/^\d+$/, 'expected the id of an entry')
    .transform(Number)
    .nullable()
    .default(null),
});

const textOrNull = z.string().nullable();
const person = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  seenAt: isoTimeSchema.nullable().describe('When a passkey was last used.'),
  linkEndsAt: isoTimeSchema.nullable().describe('Until when a link registers a passkey.'),
  passkeys: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  sessions: z.int().min(0).describe('How many are open.'),
});
export type Person = z.infer<typeof person>;
/** `GET /growth/api/people`. */
export const peopleReportSchema = named('PeopleReport', { people: z.array(person) });
export type PeopleReport = z.infer<typeof peopleReportSchema>;

/** Answers to `POST /growth/api/people` and `people/ID`. */
export const linkSchema = z.strictObject({
  link: textOrNull.describe('It registers a passkey, once, within 24 hours.'),
});

/** `GET /growth/api/acts`: the latest first. */
export const actsReportSchema = named('ActsReport', {
  acts: z.array(
    z.strictObject({
      id: z.int(),
      at: isoTimeSchema,
      kind: z.enum(ACTS),
      by: z.string().describe('The name of the person, or `token` or `command`.'),
      thing: textOrNull.describe('The mailing, funnel, note or person that it was done to.'),
      person: textOrNull.describe(
        'The name of the person that it was done to, while there is one.',
      ),
      signup: textOrNull.describe('The signup that it was done to; null once that is erased.'),
    }),
  ),
});
export type ActsReport = z.infer<typeof actsReportSchema>;
