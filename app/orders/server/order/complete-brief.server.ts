import { eq } from 'drizzle-orm';
import type { FileView } from '../../../chat/protocol/files.ts';
import { t } from '../../../i18n/translate.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import { ownerOf } from '../files/order-file-rules.server.ts';
import {
  lockOrderFiles,
  namesOf,
  readOrderFiles,
  sendOrderFiles,
} from '../files/order-files.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { readMilestones } from '../milestones/milestone-rows.server.ts';
import { beginWork } from '../payment/settle-paid.server.ts';
import { ANSWER_MAX_LENGTH } from '../../rules.ts';
import { orders } from '../tables.server.ts';
import { asBuyer } from './as-actor.server.ts';
import type { BuyerKey } from '../access.server.ts';
import { requireStep } from './change-state.server.ts';
import { formatAnswers } from '../../intake/format-answers.ts';
import { answerWithFiles, type Answers, type IntakeForm } from '../../intake/intake-form.ts';
import { validateAnswers } from '../../intake/validate-answers.ts';
import { answerField, readTypedAnswers, type TypedForm } from '../../protocol/order-form.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { describeAnswerRefusal } from '../checkout/describe-refusal.ts';
import { requireText } from './read-words.ts';
import { field } from '../../../platform/fields.ts';
import { MAX_QUESTIONS } from '../../protocol/offer.ts';

/**
 * Saves the buyer's answers and files, and starts the work. The answers are named as in the form. Throws {@link RefusedError}: 400 at the first
 * missing answer, 409 or 410 for files, 409 if the order is not paid or has already begun.
 */
export async function completeBrief(
  appContext: OrderContext,
  key: BuyerKey,
  typed: TypedForm,
  fileIds: readonly string[] = [],
): Promise<void> {
  await asBuyer(appContext, key, async ({ tx, after, order, actor }) => {
    requireStep(order, 'begin', actor.kind);
    const { questions, intake, deliveryDays } = await readOffer(tx, order.offerId);
    const { brief: earlier } = await readOrderFiles(tx, order.id);
    const sent = await lockOrderFiles(tx, ownerOf(order.id, 'brief'), fileIds, appContext.settings);
    const given = intake.length > 0 ? readIntake(intake, typed, [...earlier, ...sent]) : null;
    const brief =
      given?.brief ??
      questions.map((_, index) =>
        requireText(
          typed[`answer-${index}`] ?? '',
          `answer-${index}`,
          ANSWER_MAX_LENGTH,
          t('Answer this so that we can start work.'),
        ),
      );
    await sendOrderFiles(tx, { orderId: order.id, position: earlier.length }, sent);
    if (given) {
      await tx.update(orders).set({ answers: given.answers }).where(eq(orders.id, order.id));
    }
    const [first] = await readMilestones(tx, order);
    const days = first?.days ?? deliveryDays;
    await beginWork(tx, after, appContext, order, days, actor, brief);
  });
}

function readIntake(
  form: IntakeForm,
  typed: TypedForm,
  files: readonly FileView[],
): { readonly answers: Answers; readonly brief: string[] } {
  const { answers, refusals } = validateAnswers(form, readTypedAnswers(form, typed), {
    files: new Set(),
    isComplete: true,
  });
  const ofFiles = form.filter(({ type }) => type === 'files');
  const isFiles = new Set(ofFiles.map(({ id }) => answerField(id)));
  const refusal = refusals.find(({ field: name }) => files.length === 0 || !isFiles.has(name));
  if (refusal) {
    const at = isFiles.has(refusal.field) ? 'files' : refusal.field;
    throw new RefusedError(400, describeAnswerRefusal(refusal), at);
  }
  const all = answerWithFiles(
    form,
    answers,
    files.map(({ id }) => id),
  );
  return { answers: all, brief: formatAnswers(form, all, namesOf(files)) };
}

const NAMES = Array.from({ length: MAX_QUESTIONS }, (_, index) => `answer-${index}`);

export const BRIEF_FIELDS = Object.fromEntries(
  NAMES.map((name) => [name, field(ANSWER_MAX_LENGTH)]),
);

/** The fields of a direct order's questions are named after them, so the form may have any fields. */
export function answersIn(sent: Readonly<Record<string, unknown>>): TypedForm {
  return Object.fromEntries(
    Object.entries(sent).filter(
      (given): given is [string, string] =>
        given[0].startsWith('answer-') && typeof given[1] === 'string',
    ),
  );
}
