import * as v from 'valibot';
import { formatsNow, t, type Sentence } from '../../i18n/translate.ts';
import { EVENT_NAMES, EVENT_SCHEMAS, type WebhookEvent } from '../../webhooks/protocol/events.ts';
import { describeParameters } from './openapi.server.ts';
import type { ApiServices, KeyedOperation, Operation, PublicOperation } from './operation.ts';
import { KEYED_OPERATIONS, runOperation } from './operations.server.ts';
import { ApiProblem, describeProblem, PROBLEMS } from './problem.ts';
import { PUBLIC_OPERATIONS } from './public-operations.server.ts';
import { AT, SAMPLE_COMMENT, SAMPLE_ID, SAMPLE_INVOICE_SUMMARY } from './samples.ts';
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
      'Read the catalogue and its reviews as JSON, and get notified when something happens. Reading needs no account.',
    ),
    t('[openapi.json](/api/openapi.json) is the machine-readable description (OpenAPI 3.1).'),
  ],
  onThisPage: t('On this page'),
  operations: [
    t('All responses below are live data from this server.'),
    t(
      'Lists are paginated: send `nextCursor` as `cursor` to get the next page, or follow the `Link` header.',
    ),
    t(
      "New fields can appear in responses at any time; ignore the ones you don't know. Changes that break clients get a new version in the path.",
    ),
  ],
  withAKey: t(
    "A key can do what its scopes allow, plus everything that works without a key. Admins choose the scopes when they create the key. These responses are examples. Pages on other sites can't call these operations: keep your key on a server and never put it in a web page.",
  ),
  errors: t(
    "Errors are returned as problem details (RFC 9457) with the content type `application/problem+json`. `detail` says what happened and `type` identifies the kind of error. Unknown parameters aren't ignored: they return an error.",
  ),
  badRequest: t('Request: unknown parameter'),
  badAnswer: t('Response: unknown parameter'),
  limits: t(
    'Without a key, an IP address can make {anonymous} requests a minute. With a key, the limit is {keyed}, or the number an admin has set for it. `RateLimit` tells you how many requests are left and in how many seconds all of them are available again; a 429 response says in `Retry-After` how many seconds to wait. Admins create keys under *API* in the portal. An invalid or revoked key is rejected, not treated as a missing key.',
    {
      anonymous: ANONYMOUS_LIMIT.perMinute.toLocaleString(formatsNow()),
      keyed: KEY_PER_MINUTE.toLocaleString(formatsNow()),
    },
  ),
  askingWithAKey: t('Request with a key'),
  caching: t(
    'Responses include an `ETag`. Send it back as `If-None-Match`: as long as nothing has changed, you get a 304 without a body. `Cache-Control` says how long a response can be cached; reviews must always be requested again so that hidden reviews disappear. Pages on any site can call operations that need no scope, without cookies. Responses that need a scope are never stored by caches along the way.',
  ),
  operation: {
    inPath: t('in the path'),
    optional: t('optional'),
    nothingYet: t('This installation has no data to show here yet.'),
  },
  webhooks: {
    lead: t(
      'A webhook sends a request to your server when something happens here. Admins add webhooks under *API* in the portal and receive a signing secret. Requests follow [Standard Webhooks](https://www.standardwebhooks.com), so its libraries can verify them. They contain no texts, names or email addresses.',
    ),
    rules: [
      t(
        "Respond with any 2xx status within ten seconds and do the work afterwards. Redirects aren't followed.",
      ),
      t(
        'After any other response, the delivery is retried eight times over about a day, with increasing delays. After three days without a successful delivery, or if you respond with 410, the webhook is disabled until an admin resumes it.',
      ),
      t(
        "Every event is delivered at least once, possibly twice, and in any order. `webhook-id` stays the same for every attempt: store it and ignore events you've already seen.",
      ),
      t(
        'For one day after a secret is replaced, requests carry a signature for the replaced secret too. A secret can be replaced twice within a day, so a request has at most three signatures, separated by spaces: accept it if one of them is valid.',
      ),
    ],
    checking: t('Verify the signature'),
    whyCheck: t(
      'Without this check, anyone could send requests to your server in our name. In Node:',
    ),
    checkingInNode: t('Verifying a signature in Node'),
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
  return {
    id,
    method,
    path,
    title,
    description: t(operation.description),
    requestLabel: t('Request: {title}', { title }),
    answerLabel: t('Response: {title}', { title }),
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
  const kind = type === 'integer' ? t('whole number') : type === 'number' ? t('number') : t('text');
  const range =
    maximum === undefined
      ? kind
      : t('{kind}, {from} to {to}', {
          kind,
          from: String(minimum),
          to: Number(maximum).toLocaleString(formatsNow()),
        });
  return [
    options
      ? options.map((option) => `\`${option}\``).join(', ')
      : format === 'uuid'
        ? t('UUID')
        : range,
    ...(preset === undefined ? [] : [t('{preset} by default', { preset: JSON.stringify(preset) })]),
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
  'order.commented': {
    order: 'E-1001',
    comment: SAMPLE_COMMENT.id,
    author: 'buyer',
  },
  'milestone.changed': { order: 'E-1001', milestone: 1, event: 4, state: 'delivered' },
  'invoice.changed': {
    invoice: SAMPLE_INVOICE_SUMMARY.id,
    kind: 'invoice',
    number: SAMPLE_INVOICE_SUMMARY.number,
    order: 'E-1001',
    state: 'open',
  },
  'subscription.changed': {
    subscription: 'S-1001',
    event: 3,
    transition: 'renew',
    state: 'active',
  },
  'catalogue.published': { revision: 13, entries: 2 },
  'webhook.test': { message: 'It works.' },
};

/**
 * The schemas carry the descriptions of parameters as the English texts of their messages, because the OpenAPI document is
 * in English. A test checks that each is a message.
 */
function translateParameter(description: string): string {
  return t(description as unknown as Sentence);
}
