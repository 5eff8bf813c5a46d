import * as v from 'valibot';
import { formatsNow, say, sayAny } from '../../platform/say.ts';
import { EVENT_NAMES, EVENT_SCHEMAS, type WebhookEvent } from '../../webhooks/protocol/events.ts';
import { describeParameters } from './openapi.server.ts';
import type { ApiServices, KeyedOperation, Operation, PublicOperation } from './operation.ts';
import { KEYED_OPERATIONS } from './operations.server.ts';
import { ApiProblem, describeProblem, PROBLEMS } from './problem.ts';
import { PUBLIC_OPERATIONS } from './public-operations.server.ts';
import { API_PATH } from '../protocol/rules.ts';
import { runOperation } from './run-operation.server.ts';
import { sayDocumentation, sayParts } from './say-documentation.server.ts';
import { SCOPES, SCOPE_NAMES } from '../protocol/scopes.ts';

/**
 * Generates the documentation page from the operations, with real responses of this installation, so that the
 * page cannot contradict the code.
 */
export async function readDocumentation(services: ApiServices) {
  const { origin } = services.settings;
  const operations = [];
  for (const operation of PUBLIC_OPERATIONS) {
    operations.push(await describe(services, operation));
  }
  const problem = await problemOf(services, `${API_PATH}/services?colour=red`);
  return {
    origin,
    said: sayDocumentation(),
    parts: sayParts(),
    operations,
    keyed: KEYED_OPERATIONS.map((operation) => describeKeyed(origin, operation)),
    scopes: SCOPES.map((scope) => ({ scope, name: sayAny(SCOPE_NAMES[scope]) })),
    problems: Object.entries(PROBLEMS).map(([kind, it]) => ({
      kind,
      ...it,
      title: sayAny(it.title),
      advice: sayAny(it.advice),
    })),
    problem: problem && {
      request: curl(origin, `${API_PATH}/services?colour=red`),
      answer: pretty(describeProblem(problem, origin, '7d0f4c1e-5b8a-4e67-9d0c-2f1b6a3e8c55')),
    },
    events: EVENT_SCHEMAS.map((schema) => {
      const type = schema.entries.type.literal;
      return {
        type,
        title: sayAny(EVENT_NAMES[type]),
        label: say('Body of {type}', { type }),
        example: pretty(v.parse(schema, EVENTS[type])),
      };
    }),
  };
}

async function describe(services: ApiServices, operation: PublicOperation) {
  const { origin } = services.settings;
  const example = await findExample(services, operation);
  const found = await runOperation(services, new URL(origin + example)).catch((error: unknown) => {
    // A new installation may have no review yet.
    if (error instanceof ApiProblem) return undefined;
    throw error;
  });
  return {
    ...sayOperation(operation),
    request: curl(origin, example),
    answer: found && pretty(found.body),
  };
}

function sayOperation(operation: Operation) {
  const { id, method, path, scope } = operation;
  const title = sayAny(operation.title);
  const named = { title: title.toLowerCase() };
  return {
    id,
    method,
    path,
    title,
    description: sayAny(operation.description),
    requestLabel: say('Request: {title}', named),
    answerLabel: say('Answer: {title}', named),
    scope: scope ?? null,
    parameters: [
      ...describeParameters(operation.parameters, 'path'),
      ...describeParameters(operation.query, 'query'),
    ].map(({ schema, ...parameter }) => ({
      ...parameter,
      description: sayAny(parameter.description),
      rule: ruleOf(schema),
    })),
  };
}

/** Keyed operations show sample responses, because real data is private. */
function describeKeyed(origin: string, operation: KeyedOperation) {
  const { method, example, body, media, answer, sample } = operation;
  const sent =
    body === undefined
      ? ''
      : body.kind === 'json'
        ? ` \\\n  --json '${JSON.stringify(body.sample)}'`
        : ` \\\n  -H 'Content-Type: text/csv' --data-binary @catalogue.csv`;
  const verb = method === 'POST' && sent === '' ? ' -X POST' : '';
  return {
    ...sayOperation(operation),
    request: `curl${verb} -H 'Authorization: Bearer emb_YOUR_KEY' '${origin}${example}'${sent}`,
    answer: media === undefined ? pretty(v.parse(answer, sample)) : String(sample),
  };
}

/** No review id exists on every installation, so the example uses the newest review. */
async function findExample(services: ApiServices, operation: PublicOperation): Promise<string> {
  if (operation.id !== 'getReview') return operation.example;
  const list = PUBLIC_OPERATIONS.find(({ id }) => id === 'listReviews');
  if (!list) return operation.example;
  const { body } = await runOperation(services, new URL(services.settings.origin + list.example));
  const [review] = (body as { data: readonly { id: string }[] }).data;
  return review ? `${API_PATH}/reviews/${review.id}` : operation.example;
}

async function problemOf(services: ApiServices, path: string): Promise<ApiProblem | undefined> {
  return runOperation(services, new URL(services.settings.origin + path)).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiProblem ? error : undefined),
  );
}

const curl = (origin: string, path: string) => `curl '${origin}${path}'`;
const pretty = (value: unknown) => JSON.stringify(value, null, 2);

function ruleOf(schema: Readonly<Record<string, unknown>>): string {
  const { type, minimum, maximum, format, default: preset } = schema;
  const options = schema.enum as readonly string[] | undefined;
  const kind =
    type === 'integer' ? say('a whole number') : type === 'number' ? say('a number') : say('text');
  const range =
    maximum === undefined
      ? kind
      : say('{kind}, {from} to {to}', {
          kind,
          from: String(minimum),
          to: Number(maximum).toLocaleString(formatsNow()),
        });
  return [
    options ? options.join(', ') : format === 'uuid' ? say('a UUID') : range,
    ...(preset === undefined
      ? []
      : [say('{preset} when left out', { preset: JSON.stringify(preset) })]),
  ].join('; ');
}

const AT = '2026-06-12T10:00:00.000Z';
const CONVERSATION = 'conv_1781258400000_k3v9x2m7q4w8e1r5t6y0u2i4o7';
const SERVICE = { section: 'graphics', slug: 'book-design' };

const EVENTS: { readonly [T in WebhookEvent['type']]: Extract<WebhookEvent, { type: T }> } = {
  'conversation.started': {
    type: 'conversation.started',
    timestamp: AT,
    data: { conversationId: CONVERSATION, topic: 'Sales Inquiry', service: SERVICE },
  },
  'message.sent': {
    type: 'message.sent',
    timestamp: AT,
    data: { conversationId: CONVERSATION, number: 3, author: 'visitor' },
  },
  'review.posted': {
    type: 'review.posted',
    timestamp: AT,
    data: { reviewId: '0b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a', service: SERVICE, rating: 5 },
  },
  'order.changed': {
    type: 'order.changed',
    timestamp: AT,
    data: { order: 'E-1001', event: 4, transition: 'deliver', state: 'delivered' },
  },
  'catalogue.published': {
    type: 'catalogue.published',
    timestamp: AT,
    data: { revision: 13, entries: 2 },
  },
  'webhook.test': { type: 'webhook.test', timestamp: AT, data: { message: 'It works.' } },
};
