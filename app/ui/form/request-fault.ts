import { msg, type Sentence } from '../../i18n/translate.ts';
import { isRouteErrorResponse } from 'react-router';

/** Tells why a submitted form got no usable response. */
export type RequestFault =
  /** There was no response: no connection, a lost connection, or a timeout. */
  | 'unreachable'
  /** The response is incomplete or from another server, such as a captive portal or proxy. */
  | 'unreadable'
  | 'too-long'
  | 'too-often'
  | 'not-allowed'
  | 'refused'
  /** The server or a proxy reports an error of its own. */
  | 'broken'
  /** The session has ended since the page was opened. */
  | 'signed-out';

/** The default messages; docs/rules.md quotes other sentences for some forms. */
export const FAULT_SENTENCES: Readonly<Record<RequestFault, Sentence>> = {
  unreachable: msg('No answer came back. Please check your connection and try again.'),
  unreadable: msg('The answer could not be read. Please check your connection and try again.'),
  'too-long': msg('This is too long to be sent. Please shorten it and try again.'),
  'too-often': msg('This was sent too often. Please wait a minute and try again.'),
  'not-allowed': msg('This is not allowed, or not any more.'),
  refused: msg('The server did not take this. Please try again.'),
  broken: msg('Something went wrong on our side. Please try again in a moment.'),
  'signed-out': msg('You are signed out. Sign in in another tab, then try again here.'),
};

/**
 * Classifies a failed request. Returns undefined for a redirect, which is a valid response unless it leads to
 * the sign-in.
 */
export function faultOf(error: unknown): RequestFault | undefined {
  if (error instanceof Response) {
    return asksToSignIn(error.headers.get('Location') ?? '') ? 'signed-out' : undefined;
  }
  if (isRouteErrorResponse(error)) return faultOfStatus(error.status);
  // `fetch` throws these when there is no response or the request was aborted.
  if (error instanceof TypeError || error instanceof DOMException) return 'unreachable';
  // The router throws these messages for a response that is not in its format.
  if (error instanceof Error && /turbo-stream|routeId|response body/.test(error.message)) {
    return 'unreadable';
  }
  return 'broken';
}

/** Classifies the status of a response that is not from our actions. */
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

/** Pages that need a session redirect to the sign-in with the return path. */
function asksToSignIn(location: string): boolean {
  return /^\/login\?(?:.*&)?next=/.test(location);
}
