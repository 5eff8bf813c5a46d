import * as v from 'valibot';
import { formatsNow, t } from '../../i18n/translate.ts';
import { EVENT_NAMES, EVENT_SCHEMAS, type WebhookEvent } from '../../webhooks/protocol/events.ts';
import { describeParameters } from './openapi.server.ts';
import type { ApiServices, KeyedOperation, Operation, PublicOperation } from './operation.ts';
import { KEYED_OPERATIONS, runOperation } from './operations.server.ts';
import { ApiProblem, describeProblem, PROBLEMS } from './problem.ts';
import { PUBLIC_OPERATIONS } from './public-operations.server.ts';
import { AT, SAMPLE_ID } from './samples.ts';
import { translateParameter } from './translate-parameter.server.ts';
import { API_PATH, ANONYMOUS_LIMIT, KEY_PER_MINUTE } from '../protocol/rules.ts';
import { SCOPES, SCOPE_NAMES } from '../protocol/scopes.ts';

const getPartTitles = () =>
  [
    ['operations', t('Operations')],
    ['with-a-key', t('With a key')],
    ['errors', t('Errors')],
    ['limits', t('Limits and keys')],
    ['caching', t('Caching and CORS')],
    ['webhooks', t('Webhooks')],
  ] as const;

/** The texts are loaded with the page, so that the scripts of other pages do not contain them. */
const getDocumentationTexts = () => ({
  description: t('Read the catalogue and its reviews as JSON, and receive signed webhooks.'),
  // Short paragraphs keep their number of lines when web fonts load late.
  lead: [
    t(
      'Read the catalogue and its reviews as JSON, and be told when something happens. No account is needed to read.',
    ),
    t('[openapi.json](/api/openapi.json) describes the same for programs (OpenAPI 3.1).'),
  ],
  onThisPage: t('On this page'),
  operations: [
    t('Every answer below is what this server says now.'),
    t('Lists come in pages: ask again with `nextCursor` as `cursor`, or follow the `Link` header.'),
    t(
      'New members may appear in answers at any time; ignore what you do not know. Anything that breaks a client gets a new version in the path.',
    ),
  ],
  withAKey: t(
    'A key may do what its scopes say, and what everybody may. Admins choose them when they make it. These answers are examples; no page of another site may ask for them, and a key belongs on a server, never into a page.',
  ),
  errors: t(
    'Whatever goes wrong is answered as problem details (RFC 9457) with the type `application/problem+json`. `detail` says what happened and `type` names the kind. A parameter that does not exist is an error, not ignored.',
  ),
  badRequest: t('Request: an unknown parameter'),
  badAnswer: t('Answer: an unknown parameter'),
  limits: t(
    'Without a key an address may ask {anonymous} times a minute, with a key {keyed} times, or as often as its admin said. `RateLimit` says how many requests are left and in how many seconds all of them are there again; a 429 says in `Retry-After` how many seconds to wait. Admins make keys under *API* in the portal. A key that is wrong or revoked is refused, never taken for no key.',
    {
      anonymous: ANONYMOUS_LIMIT.perMinute.toLocaleString(formatsNow()),
      keyed: KEY_PER_MINUTE.toLocaleString(formatsNow()),
    },
  ),
  askingWithAKey: t('Asking with a key'),
  caching: t(
    'Answers carry an `ETag`. Send it back as `If-None-Match`, and while nothing has changed you are answered 304 without a body. `Cache-Control` says how long an answer may be kept; reviews are always to be asked for again, because one that was hidden must be gone. Pages of any site may ask what needs no scope, without cookies. What needs one is never stored on the way.',
  ),
  operation: {
    inPath: t('in the path'),
    optional: t('optional'),
    nothingYet: t('There is nothing to show yet on this installation.'),
  },
  webhooks: {
    lead: t(
      'A webhook is a request to an address of yours when something happens here. Admins add one under *API* in the portal and get a signing secret. The requests follow [Standard Webhooks](https://www.standardwebhooks.com), so its libraries can check them. They carry no texts, names or email addresses.',
    ),
    rules: [
      t(
        'Answer with any 2xx status within ten seconds; do the work afterwards. Redirects are not followed.',
      ),
      t(
        'Anything else is tried again: eight times in about a day, with growing waits. After three days without a success, or when you answer 410, the webhook is disabled until an admin resumes it.',
      ),
      t(
        'Every event comes at least once and may come twice, in any order. `webhook-id` is the same at every try: remember it and ignore what you have seen.',
      ),
      t('For a day after the secret was replaced there are two signatures, one with each secret.'),
    ],
    checking: t('Checking the signature'),
    whyCheck: t('Without it anybody could write to your address in our name. In Node:'),
    checkingInNode: t('Checking a signature in Node'),
  },
});

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
    said: getDocumentationTexts(),
    parts: getPartTitles(),
    operations,
    keyed: KEYED_OPERATIONS.map((operation) => describeKeyed(origin, operation)),
    scopes: SCOPES.map((scope) => ({ scope, name: t(SCOPE_NAMES[scope]) })),
    problems: Object.entries(PROBLEMS).map(([kind, it]) => ({
      kind,
      ...it,
      title: t(it.title),
      advice: t(it.advice),
    })),
    problem: problem && {
      request: curl(origin, `${API_PATH}/services?colour=red`),
      answer: pretty(describeProblem(problem, origin, '7d0f4c1e-5b8a-4e67-9d0c-2f1b6a3e8c55')),
    },
    events: EVENT_SCHEMAS.map((schema) => {
      const type = schema.entries.type.literal;
      return {
        type,
        title: t(EVENT_NAMES[type]),
        label: t('Body of {type}', { type }),
        example: pretty(v.parse(schema, { type, timestamp: AT, data: EVENT_SAMPLES[type] })),
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
    ...describeOperation(operation),
    request: curl(origin, example),
    answer: found && pretty(found.body),
  };
}

function describeOperation(operation: Operation) {
  const { id, method, path, scope } = operation;
  const title = t(operation.title);
  const named = { title: title.toLowerCase() };
  return {
    id,
    method,
    path,
    title,
    description: t(operation.description),
    requestLabel: t('Request: {title}', named),
    answerLabel: t('Answer: {title}', named),
    scope: scope ?? null,
    parameters: [
      ...describeParameters(operation.parameters, 'path'),
      ...describeParameters(operation.query, 'query'),
    ].map(({ schema, ...parameter }) => ({
      ...parameter,
      description: translateParameter(parameter.description),
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
    ...describeOperation(operation),
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
    type === 'integer' ? t('a whole number') : type === 'number' ? t('a number') : t('text');
  const range =
    maximum === undefined
      ? kind
      : t('{kind}, {from} to {to}', {
          kind,
          from: String(minimum),
          to: Number(maximum).toLocaleString(formatsNow()),
        });
  return [
    options ? options.join(', ') : format === 'uuid' ? t('a UUID') : range,
    ...(preset === undefined
      ? []
      : [t('{preset} when left out', { preset: JSON.stringify(preset) })]),
  ].join('; ');
}

const SERVICE = { section: 'graphics', slug: 'book-design' };

const EVENT_SAMPLES: {
  readonly [T in WebhookEvent['type']]: Extract<WebhookEvent, { type: T }>['data'];
} = {
  'conversation.started': {
    conversationId: SAMPLE_ID,
    topic: 'Sales Inquiry',
    service: SERVICE,
  },
  'message.sent': { conversationId: SAMPLE_ID, number: 3, author: 'visitor' },
  'review.posted': {
    reviewId: '0b9f7c52-6d1e-4c39-8a57-3f2e1d0c9b8a',
    service: SERVICE,
    rating: 5,
  },
  'order.changed': { order: 'E-1001', event: 4, transition: 'deliver', state: 'delivered' },
  'catalogue.published': { revision: 13, entries: 2 },
  'webhook.test': { message: 'It works.' },
};
