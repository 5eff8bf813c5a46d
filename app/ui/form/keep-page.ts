import { useEffect } from 'react';
import { data, isRouteErrorResponse, useMatches, type DataStrategyResult } from 'react-router';
import { faultOf, type RequestFault } from './request-fault.ts';

type Results = Record<string, DataStrategyResult>;

/** A form being sent. Only one exists at a time: a new submission interrupts the previous one. */
export interface Submission {
  /** The answer on the page, which stays if no new answer comes. */
  readonly answerBefore: unknown;
  fault?: RequestFault;
}

/** Somebody else was faster, and the page shows outdated data. */
const OUTDATED = [404, 409];

/** Any response takes less time. A dead connection is given up after this. */
const GIVE_UP_MS = 60_000;

let submission: Submission | undefined;

/** True while the page is reloaded because such a status refused a form. */
let isOutdated = false;

export function announceSubmission(next: Submission): void {
  submission = next;
}

let shown: { readonly url: string; readonly loaderData: ReadonlyMap<string, unknown> } | undefined;

/** Remembers the loader data of the visible page. */
export function useShownPage(): void {
  const matches = useMatches();
  useEffect(() => {
    const { pathname, search } = window.location;
    const loaderData = new Map(matches.map((match) => [match.id, match.loaderData]));
    shown = { url: pathname + search, loaderData };
  }, [matches]);
}

/**
 * Keeps the page and everything typed when a request fails; the router would show the error page. The form
 * gets the error, and a failed reload keeps the old data. After a refusal with an `OUTDATED` status the page
 * is reloaded, which the router does after no refusal.
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
  // The error status keeps the router from reloading the page, which would fail as well.
  return { type: 'data', result: data(sent.answerBefore, { status: 503 }) };
}

function readingAnew(result: DataStrategyResult, answer: unknown): DataStrategyResult {
  isOutdated = result.type === 'data' && OUTDATED.includes(statusOf(result.result) ?? 200);
  // The router does not reload after an error status, so the status is dropped.
  return isOutdated ? { type: 'data', result: data(answer) } : result;
}

/** Each of our actions returns data: an empty response, such as a 204, comes from another server. */
function faultOfAnswer(answer: unknown): RequestFault | undefined {
  return answer === undefined ? 'unreadable' : undefined;
}

/** Unwraps data and errors that the router has wrapped with a status. */
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
    const error = new DOMException('No response', 'TimeoutError');
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
      const isSaved =
        result.type === 'error' &&
        before !== undefined &&
        (isPassing(result.result) || (isAfterRefusal && isGone(result.result)));
      return [routeId, isSaved ? { type: 'data', result: before } : result];
    }),
  );
}

/** The typed text is still in its form, which shows the error. */
function isGone(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** True for temporary errors; a missing or forbidden page is shown as such. */
function isPassing(error: unknown): boolean {
  if (error instanceof Response) return false;
  return !isRouteErrorResponse(error) || error.status === 429 || error.status >= 500;
}
