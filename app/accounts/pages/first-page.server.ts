import type { AppContext } from '../../app-context.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { startsWithGuide } from '../../setup-guide/server/manage-guide.server.ts';
import { AFTERWARDS, localPath } from '../protocol/local-path.ts';

/** Returns the page to open after signing in: the one that asked for it, the setup guide, or the inbox. */
export async function readFirstPage(
  appContext: AppContext,
  next: string | null,
  email: string,
): Promise<string> {
  if (next !== null && next !== AFTERWARDS) return localPath(next, AFTERWARDS);
  return (await startsWithGuide(appContext, normalizeEmail(email))) ? '/team/setup' : AFTERWARDS;
}
