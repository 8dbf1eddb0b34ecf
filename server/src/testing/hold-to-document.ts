import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import { describeApi } from '../console/openapi/document.ts';

interface Content {
  content?: Record<string, { schema: AnySchema }>;
}
interface Described {
  parameters?: { name: string; in: string; schema: AnySchema & { type?: string } }[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string }>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { responses: Record<string, Content> };
}
export interface Exchanged {
  method: string;
  /** With its query. */
  path: string;
  body: Uint8Array | null;
  status: number;
  /** The `Content-Type` of the answer. */
  type: string | undefined;
  /** The answer as it was sent; null if it was compressed. */
  answer: string | null;
}

const document = describeApi('') as unknown as Document;
const isTime = (text: string) => !Number.isNaN(Date.parse(text));
const ajv = new Ajv2020({
  strict: false,
  formats: { 'date-time': isTime, date: isTime, uuid: /^[0-9a-f-]{36}$/i, uri: URL.canParse },
});
ajv.addSchema({ ...document, $id: 'api' });

const paths = Object.entries(document.paths).map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  methods,
}));
const compiled = new Map<AnySchema, ValidateFunction>();

/** @throws Error which says where a value differs from a schema of the document */
function hold(schema: AnySchema, value: unknown, what: string) {
  const within = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
  const validate = compiled.get(schema) ?? ajv.compile(within);
  compiled.set(schema, validate);
  if (!validate(value))
    fail(what, `${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}
function fail(what: string, why: string): never {
  throw new Error(`${what} is not as docs/openapi.json says: ${why.slice(0, 2_000)}`);
}

/**
 * Holds an answer of the application against the document of its interface, and, if it was a success of the console's, the
 * request too.
 *
 * @throws Error if the document has no such path, status or value
 */
export function holdToDocument({ method, path, body, status, type, answer }: Exchanged): void {
  const { pathname, searchParams } = new URL(`http://localhost${path}`);
  const what = `${method} ${pathname} ${status}`;
  const isConsole = pathname.startsWith('/growth/api/');
  const known = paths.filter(({ pattern }) => pattern.test(pathname));
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const described = known.find(({ methods }) => methods[name])?.methods[name];
  if (!described) {
    if ((isConsole || known.length > 0) && status < 300)
      fail(what, 'there is no such path or method');
    return;
  }
  // A site without a console.
  if (status === 405 || (status === 404 && type?.startsWith('text/html'))) return;
  const answered = described.responses[status] ?? fail(what, 'there is no such status');
  const { content } = answered.$ref
    ? (document.components.responses[answered.$ref.replace(/.*\//, '')] ?? {})
    : answered;
  if (method !== 'HEAD' && answer !== null) holdAnswer(content, { what, type, answer });
  if (status >= 300 || !isConsole) return; // public paths take more than what they ask for
  for (const parameter of new Set(searchParams.keys())) {
    const { schema } =
      described.parameters?.find((one) => one.name === parameter && one.in === 'query') ??
      fail(what, `there is no parameter ${parameter}`);
    const values = searchParams.getAll(parameter);
    hold(schema, schema.type === 'array' ? values : values.join(), `${what} ?${parameter}`);
  }
  const sent = described.requestBody?.content?.['application/json']?.schema;
  if (sent && body) hold(sent, JSON.parse(new TextDecoder().decode(body)), `the body of ${what}`);
}

function holdAnswer(
  content: Content['content'],
  { what, type = '', answer }: Pick<Exchanged, 'type'> & { what: string; answer: string },
) {
  const [expected, { schema }] = Object.entries(content ?? {})[0] ?? ['', { schema: {} }];
  if (expected === '' ? answer !== '' : !type.startsWith(expected))
    fail(what, `got ${type || 'no type'} and ${answer.slice(0, 100)}`);
  if (expected === 'application/json') hold(schema, JSON.parse(answer), what);
}
