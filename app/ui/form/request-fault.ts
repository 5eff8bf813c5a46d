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
  unreachable: msg('No response from the server. Check your connection and try again.'),
  unreadable: msg("The server's response couldn't be read. Check your connection and try again."),
  'too-long': msg('This is too long to send. Shorten it and try again.'),
  'too-often': msg('This was sent too often. Wait a minute and try again.'),
  'not-allowed': msg("This isn't allowed, or is no longer allowed."),
  refused: msg("The server didn't accept this. Try again."),
  broken: msg('Something went wrong on our side. Try again in a moment.'),
  'signed-out': msg("You're signed out. Sign in from another tab, then try again here."),
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
