import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { POINT_TEXT, pointSchema } from '#shared/time-range';
import { uuidPattern } from '#shared/uuid';
import { OPERATIONS, type Operation } from './operations.ts';
import { codesOf, type RefusalCode, refusalOf, STATUS_OF } from './refusal-codes.ts';

type Json = Record<string, unknown>;
type JsonSchema = z.core.JSONSchema.JSONSchema;

const ABOUT = `Programs send a token as \`Authorization: Bearer\`. Every refusal has a \`code\` for programs and a \`message\` for people.
HEAD is answered like GET. A path answers 405 \`method_not_allowed\` to other methods, and paths that are not here 404 \`not_found\`;
/rest/v1 refuses as PostgREST does. Not here are /api/my-data, which needs a visitor’s cookie, and /ingest, which is PostHog’s interface.
docs/growth-api.md says what the figures mean.`;

/** Returns the OpenAPI 3.1 document of the interface, made of the schemas that the routes parse with and answer by. */
export function describeApi(version: string): Json {
  const schemas: Json = {};
  const responses: Json = {};

  /** Returns a JSON schema, and keeps those within it that have a name. */
  function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $defs = {},
      $schema: _,
      id,
      ...json
    } = z.toJSONSchema(schema, {
      io,
      override: (made) => tidy(made, io),
    });
    const named: Record<string, Json> = { ...$defs, ...(id !== undefined && { [id]: json }) };
    for (const [name, { id: _id, ...one }] of Object.entries(named)) {
      schemas[name] ??= one;
      if (!isDeepStrictEqual(schemas[name], one))
        throw new TypeError(`${name} is asked for in one form and answered in another`);
    }
    return id === undefined ? json : { $ref: `#/$defs/${id}` };
  }
  const bodyOf = (schema: z.ZodType, io: 'input' | 'output' = 'output') => ({
    'application/json': { schema: schemaOf(schema, io) },
  });

  function refusalsOf(operation: Operation, path: string) {
    const byStatus = new Map<number, RefusalCode[]>();
    for (const code of codesOf(operation, path)) {
      const status = STATUS_OF[code];
      if (!(status in operation.answers))
        byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return [...byStatus].map(([status, codes]) => {
      const name = codes.join('-');
      responses[name] ??= {
        description: codes.join(', '),
        ...([429, 503].includes(status) && {
          headers: { 'Retry-After': { schema: { type: 'integer' } } },
        }),
        content: bodyOf(refusalOf(codes)),
      };
      return [status, { $ref: `#/components/responses/${name}` }] as const;
    });
  }

  const paths: Record<string, Json> = {};
  for (const [key, operation] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = key.split(' ');
    const braced = path.replace(/:(\w+)/g, '{$1}');
    const { says, access, query, body, params = {} } = operation;
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      ...{ name, in: 'path', required: true },
      schema: schemaOf(params[name] ?? z.string(), 'input'),
    }));
    const answers = Object.entries(operation.answers).map(([status, answer]) => {
      const content =
        answer === null || answer instanceof z.ZodType
          ? answer && bodyOf(answer)
          : { [answer.type]: { schema: { type: 'string' } } };
      const description = status < '400' ? 'Done.' : 'Refused.';
      return [status, { description, ...(content && { content }) }] as const;
    });
    const parameters = [...named, ...(query ? parametersOf(schemaOf(query, 'input')) : [])];
    paths[braced] = {
      ...paths[braced],
      [method.toLowerCase()]: {
        operationId: `${method} ${path.replace(/^.(growth.)?(api|rest.v1)./, '')}`
          .toLowerCase()
          .replace(/\W+(\w?)/g, (_, c) => c.toUpperCase()),
        description: access === 'people' ? `${says} Needs GROWTH_TOKEN.` : says,
        security: securityOf(path, access),
        ...(parameters.length > 0 && { parameters }),
        ...(body && { requestBody: { required: true, content: bodyOf(body, 'input') } }),
        responses: Object.fromEntries([...answers, ...refusalsOf(operation, path)]),
      },
    };
  }
  const securitySchemes = {
    token: { type: 'http', scheme: 'bearer', description: 'GROWTH_TOKEN or GROWTH_VIEWER_TOKEN.' },
    key: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The public key.' },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'The console’s JSON, and the public paths', description: ABOUT, version },
    paths,
    components: { schemas, responses, securitySchemes },
  };
  return JSON.parse(JSON.stringify(document).replaceAll('#/$defs/', '#/components/schemas/'));
}

function securityOf(path: string, access: Operation['access']): Json[] {
  if (path.startsWith('/rest/')) return [{ key: [] }];
  return access === 'public' ? [] : [{ token: [] }];
}

interface Made {
  zodSchema: unknown;
  jsonSchema: JsonSchema;
}
const hasDefault = (json?: unknown) => (json as JsonSchema | undefined)?.default !== undefined;

/**
 * Replaces what zod writes and only zod needs: the limits of integers, patterns of known forms, and a point in time. To zod, a
 * value is required that `catch` replaces if it is missing.
 */
function tidy({ zodSchema, jsonSchema: json }: Made, io: 'input' | 'output') {
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.pattern === uuidPattern.source) json.format = 'uuid';
  if (json.format === 'includes' || json.format === 'starts_with') delete json.format;
  else if (json.format !== undefined) delete json.pattern;
  if (io === 'input' && json.required)
    json.required = json.required.filter((name) => !hasDefault(json.properties?.[name]));
  if (zodSchema !== pointSchema) return;
  delete json.anyOf;
  Object.assign(json, { type: 'string', description: POINT_TEXT });
}

/** Returns the parameters of an address: there, null is a missing one, and a list is a repeated one. */
function parametersOf({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties).map(([name, property]) => {
    const { description, anyOf, ...json } = property as JsonSchema;
    if (json.default === null) delete json.default;
    const some = (anyOf as JsonSchema[] | undefined)?.filter(({ type }) => type !== 'null') ?? [];
    const { description: inner, ...schema } =
      some.find(({ type }) => type === 'array') ?? some[0] ?? {};
    const about = description ?? inner;
    return {
      ...{ name, in: 'query', required: required.includes(name) },
      ...(about !== undefined && { description: about }),
      schema: { ...json, ...schema },
    };
  });
}
