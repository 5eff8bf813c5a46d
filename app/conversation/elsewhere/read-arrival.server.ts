import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Settings } from '../../platform/settings.server.ts';
import type { StartedElsewhere } from '../say/start-conversation.server.ts';
import type { Arrival } from '../wire/elsewhere.ts';
import { verifyIdentity } from './verify-identity.server.ts';

/** A site can be taken off the list while its pages are open. */
const NOT_HERE =
  'This chat is no longer offered on this site. Please open it in a window of its own.';

interface ArrivalHost {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'widgetOrigins' | 'origin'>;
  /** What is sold, for the names of its sections. */
  readonly catalogue: { findSection(slug: string): { readonly title: string } | undefined };
}

/**
 * What a frame says of the page around it, checked. Throws {@link RefusedError}: 403 where that site
 * may not show the chat (any more), 400 for a signature that proves nothing.
 */
export async function readArrival(host: ArrivalHost, arrival: Arrival): Promise<StartedElsewhere> {
  const { host: origin, section, identity } = arrival;
  if (!host.settings.widgetOrigins.includes(origin)) throw new RefusedError(403, NOT_HERE);
  return {
    origin,
    section: (section && host.catalogue.findSection(section)?.title) || null,
    identity: identity ? await verifyIdentity(host, origin, identity) : null,
  };
}
