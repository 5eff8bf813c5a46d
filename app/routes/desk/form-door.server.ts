import type { RouterContextProvider } from 'react-router';
import type { Host } from '../../host.ts';
import type { RateLimit } from '../../platform/rate-limit.ts';
import type { PlacePath } from '../../team/members/places.ts';
import type { Permission } from '../../team/members/permissions.ts';
import { requirePermissionPage, requirePlace } from '../resources/member.server.ts';

type Context = Readonly<RouterContextProvider>;

/** Who may send a form, and how often. */
export interface Door<Session> {
  /** Throws where to go for whoever may not: before anything of the form is read. */
  readonly admit: (context: Context, request: Request) => Promise<Session>;
  /** Counted for the person; where nobody is signed in, for the network. */
  readonly limit?: RateLimit;
  /** Whether the one-time link in the page's address still works; falsy when it does not. */
  readonly findLink?: (host: Host, token: string) => Promise<unknown>;
  /** The fields of which all values count, not the first alone. */
  readonly lists?: readonly string[];
}

/** Forms of pages for people who are not signed in. */
export const anybody = () => Promise.resolve(undefined);

/** Forms of a page of the team: whoever may open it may send them. */
export const whoMayOpen = (path: PlacePath) => (context: Context, request: Request) =>
  requirePlace(context, request, path);

/** What asks for a permission of its own, whichever page it stands on. */
export const whoMay = (permission: Permission) => (context: Context, request: Request) =>
  requirePermissionPage(context, request, permission);
