import { isRouteErrorResponse } from 'react-router';

/** Why a form that was sent has no answer of ours to show. */
export type RequestFault =
  /** Nobody answered: no connection, a connection that was cut, or a silence. */
  | 'unreachable'
  /** Somebody else answered, or the answer came in part: a captive portal, a proxy. */
  | 'unreadable'
  | 'too-long'
  | 'too-often'
  | 'not-allowed'
  | 'refused'
  /** The server, or a proxy before it, says that it is its own fault. */
  | 'broken'
  /** The session ended since the page was opened. */
  | 'signed-out';

/** What a form says of a fault, unless the specification has a sentence for the form. */
export const FAULT_SENTENCES: Readonly<Record<RequestFault, string>> = {
  unreachable: 'No answer came back. Please check your connection and try again.',
  unreadable: 'The answer could not be read. Please check your connection and try again.',
  'too-long': 'This is too long to be sent. Please shorten it and try again.',
  'too-often': 'This was sent too often. Please wait a minute and try again.',
  'not-allowed': 'This is not allowed, or not any more.',
  refused: 'The server did not take this. Please try again.',
  broken: 'Something went wrong on our side. Please try again in a moment.',
  'signed-out': 'You are signed out. Sign in in another tab, then try again here.',
};

/**
 * What went wrong with a request that ended in `error`. Undefined for what is an answer: a
 * redirect, unless it only asks to sign in again.
 */
export function faultOf(error: unknown): RequestFault | undefined {
  if (error instanceof Response) {
    return asksToSignIn(error.headers.get('Location') ?? '') ? 'signed-out' : undefined;
  }
  if (isRouteErrorResponse(error)) return faultOfStatus(error.status);
  // What `fetch` throws when no answer came, or when it was stopped.
  if (error instanceof TypeError || error instanceof DOMException) return 'unreachable';
  // The router's words for an answer that is not in its format.
  if (error instanceof Error && /turbo-stream|routeId|response body/.test(error.message)) {
    return 'unreadable';
  }
  return 'broken';
}

/** What an answer of this status means that is not one of ours. */
export function faultOfStatus(status: number): RequestFault {
  switch (status) {
    case 401:
    case 403:
      return 'not-allowed';
    case 408:
      return 'unreachable';
    case 413:
    case 414:
      return 'too-long';
    case 429:
      return 'too-often';
    default:
      return status < 500 ? 'refused' : 'broken';
  }
}

/** Pages that need a session send people to sign in, and name where they come back to. */
function asksToSignIn(location: string): boolean {
  return /^\/login\?(?:.*&)?next=/.test(location);
}
