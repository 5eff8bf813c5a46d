import { EVENT_NAMES, EVENT_SCHEMAS } from '../webhook/events.ts';
import { describeComponents, toJsonSchema, type JsonSchema } from './json-schema.ts';
import { OPERATIONS, type Operation } from './operations.server.ts';
import { PROBLEMS, type ProblemKind } from './problem.ts';
import type { Parameters } from './read-parameters.ts';
import { ANONYMOUS_LIMIT, KEY_LIMIT } from './rules.ts';
import { COMPONENTS, Problem } from './schemas.ts';

interface Brand {
  readonly origin: string;
  readonly brandName: string;
}

/** The OpenAPI 3.1 document, made from the schemas that requests and answers go through. */
export function describeApi({ origin, brandName }: Brand) {
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: '1.0.0',
      summary: 'The public catalogue and its reviews',
      description: [
        `Without a key an address may ask ${ANONYMOUS_LIMIT.perMinute} times a minute, with a key ${KEY_LIMIT.perMinute} times.`,
        'Answers carry an ETag; errors are problem details (RFC 9457).',
        'New members may be added to answers at any time: ignore what you do not know.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    externalDocs: { url: `${origin}/api`, description: 'The same to read, with examples' },
    security: [{}, { key: [] }],
    paths: Object.fromEntries(
      OPERATIONS.map((operation) => [operation.path, { get: describeOperation(operation) }]),
    ),
    webhooks: Object.fromEntries(EVENT_SCHEMAS.map((schema) => describeWebhook(schema))),
    components: {
      schemas: describeComponents(COMPONENTS),
      responses: Object.fromEntries(
        Object.entries(PROBLEMS).map(([kind, { title, advice }]) => [
          kind,
          {
            description: `${title}. ${advice}`,
            content: { 'application/problem+json': { schema: toJsonSchema(Problem, COMPONENTS) } },
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
        key: { type: 'http', scheme: 'bearer', description: 'An API key; raises the limit' },
      },
    },
  };
}

function describeOperation(operation: Operation): JsonSchema {
  const isParametrized = [operation.parameters, operation.query].some(
    ({ entries }) => Object.keys(entries).length > 0,
  );
  const hasNames = Object.keys(operation.parameters.entries).length > 0;
  const problems: ProblemKind[] = [
    ...(isParametrized ? (['invalid-parameter'] as const) : (['unknown-parameter'] as const)),
    'invalid-key',
    ...(hasNames ? (['not-found'] as const) : []),
    'method-not-allowed',
    'not-acceptable',
    'too-many-requests',
    'fault',
  ];
  return {
    operationId: operation.id,
    summary: operation.title,
    description: operation.description,
    parameters: [
      ...describeParameters(operation.parameters, 'path'),
      ...describeParameters(operation.query, 'query'),
    ],
    responses: {
      200: {
        description: 'Found',
        headers: {
          ETag: { $ref: '#/components/headers/ETag' },
          RateLimit: { $ref: '#/components/headers/RateLimit' },
          'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
        },
        content: { 'application/json': { schema: toJsonSchema(operation.answer, COMPONENTS) } },
      },
      304: { description: 'Unchanged since the ETag that If-None-Match named' },
      ...Object.fromEntries(
        problems.map((kind) => [PROBLEMS[kind].status, { $ref: `#/components/responses/${kind}` }]),
      ),
    },
  };
}

/** One parameter as the document and the page for people list it. */
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
    const { description, ...schema } = toJsonSchema(entry, COMPONENTS);
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
    summary: EVENT_NAMES[type],
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
      content: { 'application/json': { schema: toJsonSchema(schema, COMPONENTS) } },
    },
    responses: {
      '2XX': { description: 'Received; it is not sent again' },
      410: { description: 'Never wanted again: the webhook is disabled' },
      default: { description: 'Not received; it is tried again, up to eight times in a day' },
    },
  };
  return [type, { post }];
}
