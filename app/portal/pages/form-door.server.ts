import type { RouterContextProvider } from 'react-router';
import type { Host } from '../../host.ts';
import type { RateLimit } from '../../platform/rate-limit.ts';
import type { PlacePath } from '../../accounts/protocol/places.ts';
import type { Permission } from '../../accounts/protocol/permissions.ts';
import { requirePermissionPage, requirePlace } from '../../http/member.server.ts';

type Context = Readonly<RouterContextProvider>;

export interface Door<Session> {
  /** The function throws a redirect or an error for people without permission. It runs before the form is read. */
  readonly admit: (context: Context, request: Request) => Promise<Session>;
  /** The limit is counted per member, or per network for visitors who are not signed in. */
  readonly limit?: RateLimit;
  /** A falsy value means that the one-time link in the page's address is invalid. */
  readonly findLink?: (host: Host, token: string) => Promise<unknown>;
  /** These fields have several values. Of other fields, only the first value is used. */
  readonly lists?: readonly string[];
}

export const anybody = () => Promise.resolve(undefined);

export const whoMayOpen = (path: PlacePath) => (context: Context, request: Request) =>
  requirePlace(context, request, path);

/** The permission is independent of the page. */
export const whoMay = (permission: Permission) => (context: Context, request: Request) =>
  requirePermissionPage(context, request, permission);
