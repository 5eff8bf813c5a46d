import { useEffect } from 'react';
import { data, isRouteErrorResponse, useMatches, type DataStrategyResult } from 'react-router';
import { faultOf, type RequestFault } from './request-fault.ts';

type Results = Record<string, DataStrategyResult>;

/** A form on its way. One at a time: a form that is sent interrupts the one before. */
export interface Submission {
  /** What the page shows of the answer before; it stays when no new answer comes. */
  readonly answerBefore: unknown;
  fault?: RequestFault;
}

/** Somebody else was faster: the page shows what was true before. */
const OUTDATED = [404, 409];

/** Longer than any answer takes; a connection that died without a word is given up then. */
const GIVE_UP_MS = 60_000;

let submission: Submission | undefined;

/** Whether the page is read anew because a form on it was refused so. */
let isOutdated = false;

/** Names the form whose request comes next. */
export function announceSubmission(next: Submission): void {
  submission = next;
}

let shown: { readonly url: string; readonly loaderData: ReadonlyMap<string, unknown> } | undefined;

/** Remembers what the page on the screen was made of. */
export function useShownPage(): void {
  const matches = useMatches();
  useEffect(() => {
    const { pathname, search } = window.location;
    const loaderData = new Map(matches.map((match) => [match.id, match.loaderData]));
    shown = { url: pathname + search, loaderData };
  }, [matches]);
}

/**
 * Keeps the page, and with it everything that was typed, when a request fails. The router would
 * show the error page in its place. A form that was sent is told of its fault; when the same page
 * is read anew, what it showed before stays. After a refusal because somebody else was faster the
 * page is read anew, which the router by itself does after no refusal: it would go on showing what is over.
 */
export async function keepPage(
  { request }: { readonly request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  if (request.method === 'GET') return keepShown(request, await next());
  const sent = submission;
  submission = undefined;
  isOutdated = false;
  if (!sent) return next();
  const results = await Promise.race([next(), giveUp(request.signal)]);
  return Object.fromEntries(
    Object.entries(results).map(([routeId, result]) => [routeId, keepAnswer(sent, result)]),
  );
}

function keepAnswer(sent: Submission, result: DataStrategyResult): DataStrategyResult {
  const bare = withoutStatus(result.result);
  const fault = result.type === 'error' ? faultOf(bare) : faultOfAnswer(bare);
  if (!fault) return readingAnew(result, bare);
  sent.fault = fault;
  // The status keeps the router from reading the page anew, which would fail as well.
  return { type: 'data', result: data(sent.answerBefore, { status: 503 }) };
}

function readingAnew(result: DataStrategyResult, answer: unknown): DataStrategyResult {
  isOutdated = result.type === 'data' && OUTDATED.includes(statusOf(result.result) ?? 200);
  // The status is what keeps the router from it.
  return isOutdated ? { type: 'data', result: data(answer) } : result;
}

/** Each action of ours answers something: an empty answer, such as a 204, is somebody else's. */
function faultOfAnswer(answer: unknown): RequestFault | undefined {
  return answer === undefined ? 'unreadable' : undefined;
}

/** What the router puts a status beside, an error as well: what `fetch` threw is told by what it is. */
function withoutStatus(result: unknown): unknown {
  return isWithStatus(result) ? result.data : result;
}

function statusOf(result: unknown): number | undefined {
  return isWithStatus(result) ? result.init?.status : undefined;
}

function isWithStatus(result: unknown): result is ReturnType<typeof data<unknown>> {
  return typeof result === 'object' && result !== null && 'init' in result && 'data' in result;
}

function giveUp(signal: AbortSignal): Promise<Results> {
  return new Promise((resolve) => {
    const error = new DOMException('No answer came', 'TimeoutError');
    const timer = setTimeout(() => resolve({ root: { type: 'error', result: error } }), GIVE_UP_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

function keepShown(request: Request, results: Results): Results {
  const { pathname, search } = new URL(request.url);
  const isAfterRefusal = isOutdated;
  isOutdated = false;
  if (shown?.url !== pathname + search) return results;
  const { loaderData } = shown;
  return Object.fromEntries(
    Object.entries(results).map(([routeId, result]) => {
      const before = loaderData.get(routeId);
      const isKept =
        result.type === 'error' &&
        before !== undefined &&
        (isPassing(result.result) || (isAfterRefusal && isGone(result.result)));
      return [routeId, isKept ? { type: 'data', result: before } : result];
    }),
  );
}

/** What was written for it is still in its form, which says so. */
function isGone(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** What is over in a moment; that a page is gone or forbidden is told. */
function isPassing(error: unknown): boolean {
  if (error instanceof Response) return false;
  return !isRouteErrorResponse(error) || error.status === 429 || error.status >= 500;
}
