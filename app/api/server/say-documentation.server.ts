import { formatsNow, say } from '../../platform/say.ts';
import { ANONYMOUS_LIMIT, KEY_PER_MINUTE } from '../protocol/rules.ts';

export const sayParts = () =>
  [
    ['operations', say('Operations')],
    ['with-a-key', say('With a key')],
    ['errors', say('Errors')],
    ['limits', say('Limits and keys')],
    ['caching', say('Caching and CORS')],
    ['webhooks', 'Webhooks'],
  ] as const;

/** The texts are loaded with the page, so that the scripts of other pages do not contain them. */
export const sayDocumentation = () => ({
  description: say('Read the catalogue and its reviews as JSON, and receive signed webhooks.'),
  // Short paragraphs keep their number of lines when web fonts load late.
  lead: [
    say(
      'Read the catalogue and its reviews as JSON, and be told when something happens. No account is needed to read.',
    ),
    say('[openapi.json](/api/openapi.json) describes the same for programs (OpenAPI 3.1).'),
  ],
  onThisPage: say('On this page'),
  operations: [
    say('Every answer below is what this server says now.'),
    say(
      'Lists come in pages: ask again with `nextCursor` as `cursor`, or follow the `Link` header.',
    ),
    say(
      'New members may appear in answers at any time; ignore what you do not know. Anything that breaks a client gets a new version in the path.',
    ),
  ],
  withAKey: say(
    'A key may do what its scopes say, and what everybody may. Admins choose them when they make it. These answers are examples; no page of another site may ask for them, and a key belongs on a server, never into a page.',
  ),
  errors: say(
    'Whatever goes wrong is answered as problem details (RFC 9457) with the type `application/problem+json`. `detail` says what happened and `type` names the kind. A parameter that does not exist is an error, not ignored.',
  ),
  badRequest: say('Request: an unknown parameter'),
  badAnswer: say('Answer: an unknown parameter'),
  limits: say(
    'Without a key an address may ask {anonymous} times a minute, with a key {keyed} times, or as often as its admin said. `RateLimit` says how many requests are left and in how many seconds all of them are there again; a 429 says in `Retry-After` how many seconds to wait. Admins make keys under *API* in the portal. A key that is wrong or revoked is refused, never taken for no key.',
    {
      anonymous: ANONYMOUS_LIMIT.perMinute.toLocaleString(formatsNow()),
      keyed: KEY_PER_MINUTE.toLocaleString(formatsNow()),
    },
  ),
  askingWithAKey: say('Asking with a key'),
  caching: say(
    'Answers carry an `ETag`. Send it back as `If-None-Match`, and while nothing has changed you are answered 304 without a body. `Cache-Control` says how long an answer may be kept; reviews are always to be asked for again, because one that was hidden must be gone. Pages of any site may ask what needs no scope, without cookies. What needs one is never stored on the way.',
  ),
  operation: {
    inPath: say('in the path'),
    optional: say('optional'),
    nothingYet: say('There is nothing to show yet on this installation.'),
  },
  webhooks: {
    lead: say(
      'A webhook is a request to an address of yours when something happens here. Admins add one under *API* in the portal and get a signing secret. The requests follow [Standard Webhooks](https://www.standardwebhooks.com), so its libraries can check them. They carry no texts, names or email addresses.',
    ),
    rules: [
      say(
        'Answer with any 2xx status within ten seconds; do the work afterwards. Redirects are not followed.',
      ),
      say(
        'Anything else is tried again: eight times in about a day, with growing waits. After three days without a success, or when you answer 410, the webhook is disabled until an admin resumes it.',
      ),
      say(
        'Every event comes at least once and may come twice, in any order. `webhook-id` is the same at every try: remember it and ignore what you have seen.',
      ),
      say(
        'For a day after the secret was replaced there are two signatures, one with each secret.',
      ),
    ],
    checking: say('Checking the signature'),
    whyCheck: say('Without it anybody could write to your address in our name. In Node:'),
    checkingInNode: say('Checking a signature in Node'),
  },
});
