import { english } from '../../i18n/translate.ts';
import { toJsonSchema as convert, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { EVENT_NAMES, EVENT_SCHEMAS } from '../../webhooks/protocol/events.ts';
import * as catalogueOperations from './catalogue-operations.server.ts';
import * as conversationSchemas from '../protocol/conversation-schemas.ts';
import type { KeyedOperation, Operation } from './operation.ts';
import { OPERATIONS } from './operations.server.ts';
import * as orderSchemas from './order-schemas.ts';
import { PROBLEMS, type ProblemKind } from './problem.ts';
import type { Parameters } from './read-parameters.ts';
import { ANONYMOUS_LIMIT, KEY_PER_MINUTE } from '../protocol/rules.ts';
import * as publicSchemas from '../protocol/schemas.ts';
import { SCOPES, SCOPE_NAMES } from '../protocol/scopes.ts';

interface Brand {
  readonly origin: string;
  readonly brandName: string;
}

/** Generates the OpenAPI 3.1 document from the schemas that validate requests and responses. */
export function describeApi({ origin, brandName }: Brand) {
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: '1.0.0',
      summary: 'The catalogue and its reviews for everybody; with a key more',
      description: [
        `Without a key an address may ask ${ANONYMOUS_LIMIT.perMinute} times a minute, with a key ${KEY_PER_MINUTE} times or as an admin said.`,
        'Answers carry an ETag; errors are problem details (RFC 9457).',
        'New members may be added to answers at any time: ignore what you do not know.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    externalDocs: { url: `${origin}/api`, description: 'The same to read, with examples' },
    security: [{}, { key: [] }],
    paths: describePaths(),
    webhooks: Object.fromEntries(EVENT_SCHEMAS.map((schema) => describeWebhook(schema))),
    components: {
      schemas: describeComponents(),
      responses: Object.fromEntries(
        Object.entries(PROBLEMS).map(([kind, { title, advice }]) => [
          kind,
          {
            description: `${english(title)}. ${english(advice)}`,
            content: {
              'application/problem+json': { schema: toJsonSchema(publicSchemas.Problem) },
            },
          },
        ]),
      ),
      headers: {
        RateLimit: {
          description: 'What is left: "r" requests now, all of them again in "t" seconds',
          schema: { type: 'string' },
        },
        'RateLimit-Policy': {
          description: 'The limit: "q" requests in "w" seconds',
          schema: { type: 'string' },
        },
        ETag: {
          description: 'Send it back as If-None-Match; while nothing has changed, 304 answers',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: `An API key. ${SCOPES_SAID}` },
      },
    },
  };
}

/** OpenAPI 3.1 has no scopes for bearer tokens, so they are listed in the description. */
const SCOPES_SAID = SCOPES.map((scope) => `${scope}: ${english(SCOPE_NAMES[scope])}.`).join(' ');

function describePaths(): Record<string, JsonSchema> {
  const byPath = Map.groupBy(OPERATIONS, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      path,
      Object.fromEntries(
        operations.map((operation) => [
          operation.method.toLowerCase(),
          describeOperation(operation),
        ]),
      ),
    ]),
  );
}

function describeOperation(operation: Operation): JsonSchema {
  const { scope } = operation;
  return {
    operationId: operation.id,
    summary: english(operation.title),
    description: english(operation.description),
    ...(scope === undefined
      ? {}
      : { security: [scope, ...(operation.orScopes ?? [])].map((one) => ({ key: [one] })) }),
    parameters: [
      ...describeParameters(operation.parameters, 'path'),
      ...describeParameters(operation.query, 'query'),
    ],
    ...(scope !== undefined && operation.body ? { requestBody: describeBody(operation) } : {}),
    responses: { ...describeSuccess(operation), ...describeProblems(problemsOf(operation)) },
  };
}

function describeBody({ body }: KeyedOperation): JsonSchema {
  const text = { schema: { type: 'string' } };
  return body?.kind === 'json'
    ? {
        required: true,
        content: { 'application/json': { schema: toJsonSchema(body.schema) } },
      }
    : {
        required: true,
        description: body?.description,
        content: { 'text/csv': text, 'application/json': { schema: {} } },
      };
}

function describeSuccess(operation: Operation): JsonSchema {
  const { scope, answer } = operation;
  const media = scope === undefined ? undefined : operation.media;
  const limits = {
    RateLimit: { $ref: '#/components/headers/RateLimit' },
    'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  };
  return {
    200: {
      description: operation.method === 'GET' ? 'Found' : 'Done',
      headers:
        scope === undefined ? { ETag: { $ref: '#/components/headers/ETag' }, ...limits } : limits,
      content: { [media ?? 'application/json']: { schema: toJsonSchema(answer) } },
    },
    ...(scope === undefined
      ? { 304: { description: 'Unchanged since the ETag that If-None-Match named' } }
      : {}),
  };
}

function problemsOf(operation: Operation): ProblemKind[] {
  const has = ({ entries }: Parameters) => Object.keys(entries).length > 0;
  const isParametrized = has(operation.parameters) || has(operation.query);
  const body = operation.scope === undefined ? undefined : operation.body;
  return [
    isParametrized ? 'invalid-parameter' : 'unknown-parameter',
    ...(body ? (['invalid-body', 'too-large'] as const) : []),
    ...(body?.kind === 'file' ? (['unusable-rows'] as const) : []),
    'invalid-key',
    ...(operation.scope === undefined ? [] : (['missing-scope'] as const)),
    ...(has(operation.parameters) ? (['not-found'] as const) : []),
    'method-not-allowed',
    'not-acceptable',
    ...(operation.scope === undefined ? [] : (['conflict'] as const)),
    ...(operation.id === 'listEvents' ? (['events-gone'] as const) : []),
    'too-many-requests',
    'fault',
    'unavailable',
  ];
}

/** OpenAPI allows one response per status, so problems with the same status are merged. */
function describeProblems(kinds: readonly ProblemKind[]): JsonSchema {
  const byStatus = Map.groupBy(kinds, (kind) => PROBLEMS[kind].status);
  return Object.fromEntries(
    [...byStatus].map(([status, [first, ...others]]) => [
      status,
      others.length === 0
        ? { $ref: `#/components/responses/${first}` }
        : {
            description: [first, ...others]
              .flatMap((kind) => (kind ? [`${kind}: ${english(PROBLEMS[kind].advice)}`] : []))
              .join(' '),
            content: {
              'application/problem+json': { schema: toJsonSchema(publicSchemas.Problem) },
            },
          },
    ]),
  );
}

export interface ParameterDescription {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

export function describeParameters(
  { entries }: Parameters,
  place: 'path' | 'query',
): ParameterDescription[] {
  return Object.entries(entries).map(([name, entry]) => {
    const { description, ...schema } = toJsonSchema(entry);
    return {
      name,
      in: place,
      required: place === 'path',
      description: typeof description === 'string' ? description : '',
      schema,
    };
  });
}

const WEBHOOK_HEADERS = [
  ['webhook-id', 'Names the event, the same at every try: remember it and ignore repeats'],
  ['webhook-timestamp', 'When this try was made, in seconds since 1970'],
  [
    'webhook-signature',
    'One or more "v1,SIGNATURE", separated by spaces: HMAC-SHA256 over id.timestamp.body, in base64',
  ],
] as const;

function describeWebhook(schema: (typeof EVENT_SCHEMAS)[number]): [string, JsonSchema] {
  const type = schema.entries.type.literal;
  const post = {
    operationId: type,
    summary: english(EVENT_NAMES[type]),
    description: 'Signed as Standard Webhooks says. Answer 2xx within ten seconds.',
    parameters: WEBHOOK_HEADERS.map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toJsonSchema(schema) } },
    },
    responses: {
      '2XX': { description: 'Received; it is not sent again' },
      410: { description: 'Never wanted again: the webhook is disabled' },
      default: { description: 'Not received; it is tried again, up to eight times in a day' },
    },
  };
  return [type, { post }];
}

/** An exported schema with a capital first letter is a component of the document. */
const COMPONENTS = Object.fromEntries(
  Object.entries<unknown>({
    ...publicSchemas,
    ...catalogueOperations,
    ...orderSchemas,
    ...conversationSchemas,
  }).filter(([name]) => /^[A-Z][a-z]/.test(name)),
) as Readonly<Record<string, v.GenericSchema>>;

type JsonSchema = Readonly<Record<string, unknown>>;

/** Throws on rules that JSON Schema cannot express, so that the document never omits a rule of the code. */
const CONVERSION = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'throw',
  overrideRef: ({ referenceId }: { readonly referenceId: string }) =>
    `#/components/schemas/${referenceId}`,
} as const;

/** Converts the named schemas to JSON Schema (2020-12) with references between them. */
function describeComponents(): Readonly<Record<string, JsonSchema>> {
  return toJsonSchemaDefs(COMPONENTS, CONVERSION) as Record<string, JsonSchema>;
}

/** Converts a schema to JSON Schema (2020-12). Named schemas become references. */
function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, $defs, ...described } = convert(schema, {
    ...CONVERSION,
    definitions: { ...COMPONENTS },
  });
  return described;
}
