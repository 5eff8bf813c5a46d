import { RefusedError } from '../../platform/errors.ts';
import { t } from '../../i18n/translate.ts';
import { readNumber } from '../../orders/protocol/transitions.ts';
import type { AccountKey } from '../../orders/server/access.server.ts';
import { accountKey, type OrderAction } from './order-access.server.ts';
import { findClient, type CookieContext } from './sessions/find-client.server.ts';

/** Authenticates an upload to an order of the account. Throws {@link RefusedError} 401 for people who are signed out. */
export async function keyOfClient(
  context: CookieContext,
  cookies: string | undefined,
  number: string,
  action: OrderAction,
): Promise<AccountKey> {
  const session = await findClient(context, cookies ?? null);
  if (!session) throw new RefusedError(401, t("You're signed out. Sign in again."));
  return accountKey(session.client, readNumber(number) ?? -1, action);
}
