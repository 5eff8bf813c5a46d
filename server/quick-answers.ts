import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Availability } from '../app/chat/protocol/views.ts';
import type { Host } from '../app/host.ts';
import { answerKnown, headersOfKnown } from '../app/api/server/answer-api.server.ts';
import type { ApiAnswer } from '../app/api/server/kept-answers.server.ts';
import { API_PATH, OPENAPI_PATH } from '../app/api/protocol/rules.ts';
import { AVAILABILITY_CACHING } from '../app/chat/http/chat-availability.ts';
import { etagOf } from './page-cache.ts';
import type { Metrics } from './metrics.ts';
import { Answers, sendAnswer, type ReadyAnswer } from './answer-forms.ts';
import type { Fact } from './ready-answers.ts';
import { createRequestInfoReader } from './request-info.ts';
import { RESOURCE_POLICY, securityHeaders } from './security-headers.ts';

const AVAILABILITY = '/chat/availability';
const CAPTCHA = '/captcha';
/** As in `app/routes.ts`, for the metrics. */
const API_ROUTE = `${API_PATH}/*`;

interface Found {
  readonly answer: ReadyAnswer;
  /** Headers for this client; the rest of the answer is shared. */
  readonly own?: Readonly<Record<string, string>>;
}

/** Answers a request asynchronously, or returns false for other requests. */
export type QuickDoor = (
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
) => boolean;

/**
 * Answers from the response cache without the router: the availability, read once for concurrent
 * requests, a captcha, and API answers after their rate limit. `otherwise` handles all unusual
 * requests.
 */
export function createQuickDoor(host: Host, metrics: Metrics): QuickDoor {
  const { origin, trustedProxies } = host.settings;
  const common = { ...securityHeaders(origin), 'Content-Security-Policy': RESOURCE_POLICY };
  const readInfo = createRequestInfoReader(trustedProxies);
  const ofFact = new Answers<Fact>(({ headers }) => ({ ...headers, ...common }));
  const ownJson = { ...common, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

  async function answerDesk({ headers }: IncomingMessage): Promise<Found> {
    return { answer: ofFact.answer(factOfDesk(await host.availability.read()), headers) };
  }

  /** Always plain JSON: a captcha is short and unique. */
  async function answerCaptcha(): Promise<Found> {
    const body = Buffer.from(JSON.stringify(host.captcha.createChallenge()));
    const headers = { ...ownJson, 'Content-Length': String(body.byteLength) };
    return { answer: { status: 200, headers, body, route: CAPTCHA } };
  }

  async function answerApi(request: IncomingMessage): Promise<Found | undefined> {
    const { url: address = '', headers, socket } = request;
    const info = readInfo(socket.remoteAddress, (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    });
    const accept = headers.accept ?? null;
    const ifNoneMatch = headers['if-none-match'] ?? null;
    const known = await answerKnown(host, { address, accept, ifNoneMatch }, info.address);
    if (!known) return undefined;
    const fact = factOfApi(known.answer, address);
    const answer = ofFact.answer(fact, {
      'accept-encoding': headers['accept-encoding'],
      'if-none-match': known.isUnchanged ? fact.etag : undefined,
    });
    return { answer, own: { ...known.allowance, 'X-Request-Id': info.id } };
  }

  function find(request: IncomingMessage): Promise<Found | undefined> | undefined {
    const { method, url = '', headers } = request;
    if (method !== 'GET') return undefined;
    if (isAt(url, AVAILABILITY)) return answerDesk(request);
    if (isAt(url, CAPTCHA)) return answerCaptcha();
    return url.startsWith('/api/') && headers.authorization === undefined
      ? answerApi(request)
      : undefined;
  }

  return (request, response, otherwise) => {
    const finding = find(request);
    if (!finding) return false;
    const started = performance.now();
    void finding
      .catch(() => undefined)
      .then((found) => {
        if (!found) {
          otherwise();
          return;
        }
        const { answer, own } = found;
        sendAnswer(response, answer, own);
        metrics.requestAnswered('GET', answer.route, answer.status);
        metrics.responseTook(answer.route, performance.now() - started);
      });
    return true;
  };
}

function isAt(url: string, path: string): boolean {
  return url === path || url.startsWith(`${path}?`);
}

const deskFacts = new WeakMap<Availability, Fact>();

function factOfDesk(now: Availability): Fact {
  let fact = deskFacts.get(now);
  if (!fact) {
    const headers = { 'Content-Type': 'application/json', ...AVAILABILITY_CACHING };
    const plain = Buffer.from(JSON.stringify(now));
    const etag = etagOf(plain);
    fact = { plain, br: undefined, gzip: undefined, etag, headers, route: AVAILABILITY };
    deskFacts.set(now, fact);
  }
  return fact;
}

const apiFacts = new WeakMap<ApiAnswer, Fact>();
/** Compression does not shrink shorter bodies. */
const WORTH_COMPRESSING = 1024;

function factOfApi(answer: ApiAnswer, address: string): Fact {
  let fact = apiFacts.get(answer);
  if (!fact) {
    const plain = Buffer.from(answer.text);
    const isLong = plain.byteLength >= WORTH_COMPRESSING;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    fact = {
      plain,
      br: isLong ? brotliCompressSync(plain, { params }) : undefined,
      gzip: isLong ? gzipSync(plain) : undefined,
      etag: answer.etag,
      headers: { ...headersOfKnown(answer), 'Content-Type': 'application/json' },
      route: address.startsWith(OPENAPI_PATH) ? OPENAPI_PATH : API_ROUTE,
    };
    apiFacts.set(answer, fact);
  }
  return fact;
}
