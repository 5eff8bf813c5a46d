import { say } from '../../../platform/say.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import { ownerOf } from '../files/order-places.server.ts';
import { lockOrderFiles, sendOrderFiles } from '../files/send-files.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { beginWork } from '../payment/settle-paid.server.ts';
import { ANSWER_MAX_LENGTH } from '../../rules.ts';
import { asBuyer } from './as-actor.server.ts';
import { requireStep } from './change-state.server.ts';
import { requireText } from './read-words.ts';

/**
 * Saves the buyer's answers and files, and starts the work. Throws {@link RefusedError}: 400 at the first
 * missing answer, 409 or 410 for files, 409 if the order is not paid or has already begun.
 */
export async function completeBrief(
  host: OrderHost,
  secret: string,
  answers: readonly string[],
  fileIds: readonly string[] = [],
): Promise<void> {
  await asBuyer(host, secret, async ({ tx, after, order, actor }) => {
    requireStep(order, 'begin', actor.kind);
    const { questions, deliveryDays } = await readOffer(tx, order.offerId);
    const brief = questions.map((_, index) =>
      requireText(
        answers[index] ?? '',
        `answer-${index}`,
        ANSWER_MAX_LENGTH,
        say('Please answer this, so that work can begin.'),
      ),
    );
    const sent = await lockOrderFiles(tx, ownerOf(order.id, 'brief'), fileIds, host.settings);
    await sendOrderFiles(tx, 'brief', sent);
    await beginWork(tx, after, host, order, deliveryDays, actor, brief);
  });
}
