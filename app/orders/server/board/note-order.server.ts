import type { Member } from '../../../accounts/protocol/member.ts';
import { addNote } from '../../../chat/server/messages/write-note.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { OrderContext } from '../order-context.server.ts';
import { asMember } from '../order/as-actor.server.ts';
import { hintOrder } from '../order/announce-order.server.ts';

/**
 * Adds a private note to the conversation of an order (rule 300). `@name` mentions colleagues, who may read the
 * conversation from then on. Idempotent by `key`. Throws {@link RefusedError}: 404, 400, 409, 413.
 */
export async function noteOrder(
  appContext: OrderContext,
  trace: Trace,
  member: Member,
  number: number,
  { key, text }: { readonly key: string; readonly text: string },
): Promise<void> {
  await asMember(appContext, trace, member, number, async ({ tx, after, order }) => {
    const { conversationId } = order;
    if (conversationId === null) {
      throw new RefusedError(409, t('The conversation of this order was deleted.'), 'note');
    }
    await addNote(tx, after, appContext, member, { conversationId, clientId: key, text });
    await hintOrder(tx, after, appContext, order);
  });
}
