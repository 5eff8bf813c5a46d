import { redirect } from 'react-router';
import { hostContext } from '../../host.ts';
import { findOwnOrderPath } from '../../orders/server/order/read-own-orders.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Route } from './+types/chat-order.ts';
import { requireVisitor } from '../../http/visitor.server.ts';

/** The redirect keeps the secret of the order's address out of messages. */
export async function loader({ context, request, params: { id, number } }: Route.LoaderArgs) {
  try {
    const { browserId } = await requireVisitor(context, request, id);
    const path = await findOwnOrderPath(context.get(hostContext).db, browserId, id, number);
    // The chat, which is on every page, asks the visitor to verify the email address.
    return redirect(path ?? '/', 303);
  } catch (error) {
    if (error instanceof RefusedError) return redirect('/', 303);
    throw error;
  }
}
