import { t } from '../../../i18n/translate.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import { ownerOf } from '../files/order-file-rules.server.ts';
import { lockOrderFiles, sendOrderFiles } from '../files/order-files.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { beginWork } from '../payment/settle-paid.server.ts';
import { ANSWER_MAX_LENGTH } from '../../rules.ts';
import { asBuyer } from './as-actor.server.ts';
import { requireStep } from './change-state.server.ts';
import { requireText } from './read-words.ts';
import { field } from '../../../platform/fields.ts';
import { MAX_QUESTIONS } from '../../protocol/offer.ts';

/**
 * Saves the buyer's answers and files, and starts the work. Throws {@link RefusedError}: 400 at the first
 * missing answer, 409 or 410 for files, 409 if the order is not paid or has already begun.
 */
export async function completeBrief(
  appContext: OrderContext,
  secret: string,
  answers: readonly string[],
  fileIds: readonly string[] = [],
): Promise<void> {
  await asBuyer(appContext, secret, async ({ tx, after, order, actor }) => {
    requireStep(order, 'begin', actor.kind);
    const { questions, deliveryDays } = await readOffer(tx, order.offerId);
    const brief = questions.map((_, index) =>
      requireText(
        answers[index] ?? '',
        `answer-${index}`,
        ANSWER_MAX_LENGTH,
        t('Please answer this, so that work can begin.'),
      ),
    );
    const sent = await lockOrderFiles(tx, ownerOf(order.id, 'brief'), fileIds, appContext.settings);
    await sendOrderFiles(tx, 'brief', sent);
    await beginWork(tx, after, appContext, order, deliveryDays, actor, brief);
  });
}

const NAMES = Array.from({ length: MAX_QUESTIONS }, (_, index) => `answer-${index}`);

export const BRIEF_FIELDS = Object.fromEntries(
  NAMES.map((name) => [name, field(ANSWER_MAX_LENGTH)]),
);

export function answersIn(sent: Readonly<Record<string, unknown>>): string[] {
  return NAMES.map((name) => {
    const value = sent[name];
    return typeof value === 'string' ? value : '';
  });
}
