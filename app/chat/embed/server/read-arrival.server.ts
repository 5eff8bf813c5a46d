import { msg, t } from '../../../i18n/translate.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { StartedElsewhere } from '../../server/messages/start-conversation.server.ts';
import type { Arrival } from '../../protocol/elsewhere.ts';
import { verifyIdentity } from './verify-identity.server.ts';

/** Shown when an admin removed the site from the list while its pages were open. */
const NOT_HERE = msg(
  'This chat is no longer offered on this site. Please open it in a window of its own.',
);

interface ArrivalContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'widgetOrigins' | 'origin'>;
  readonly catalogue: { findSection(slug: string): { readonly title: string } | undefined };
}

/**
 * Validates the data that the embedded frame sends about its host page. Throws {@link RefusedError}: 403 if
 * the site may not embed the chat (any more), 400 for an invalid signature.
 */
export async function readArrival(
  appContext: ArrivalContext,
  arrival: Arrival,
): Promise<StartedElsewhere> {
  const { host: origin, section, identity } = arrival;
  if (!appContext.settings.widgetOrigins.includes(origin)) throw new RefusedError(403, t(NOT_HERE));
  return {
    origin,
    section: (section && appContext.catalogue.findSection(section)?.title) || null,
    identity: identity ? await verifyIdentity(appContext, origin, identity) : null,
  };
}
