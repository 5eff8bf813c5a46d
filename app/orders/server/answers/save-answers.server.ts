import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { editsBetween } from '../../intake/answer-edits.ts';
import { formatAnswers } from '../../intake/format-answers.ts';
import type { Answers, IntakeForm } from '../../intake/intake-form.ts';
import { validateAnswers } from '../../intake/validate-answers.ts';
import { readTypedAnswers, type TypedForm } from '../../protocol/order-form.ts';
import { takesAnswers } from '../../protocol/transitions.ts';
import type { Actor } from '../access.server.ts';
import { describeAnswerRefusal } from '../checkout/describe-refusal.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import { asBuyer, asMember, type Turn } from '../order/as-actor.server.ts';
import type { BuyerKey } from '../access.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders } from '../tables.server.ts';
import { answerEdits } from './tables.server.ts';

export interface SavedAnswers {
  /** Errors by field. The other answers are saved. */
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * Saves the buyer's answers while they are typed, before the brief is complete. Valid answers are saved, and the
 * others keep their previous value. Throws {@link RefusedError}: 404, or 409 if the order takes no answers now.
 */
export async function saveAnswers(
  appContext: OrderContext,
  key: BuyerKey,
  typed: TypedForm,
): Promise<SavedAnswers> {
  return asBuyer(appContext, key, async ({ tx, order }) => {
    const form = await requireForm(tx, order);
    // Another tab has sent the brief. Changing it now must be recorded as an edit.
    if (order.brief !== null) {
      throw new RefusedError(409, t('The answers have been sent. Reload the page to change them.'));
    }
    const before = order.answers ?? {};
    const { answers, refusals } = readAnswers(form, typed, before, false);
    const previous = Object.fromEntries(
      refusals.flatMap(({ field }) => {
        const id = field.slice('answer-'.length);
        const answer = before[id];
        return answer === undefined ? [] : [[id, answer]];
      }),
    );
    await tx
      .update(orders)
      .set({ answers: { ...answers, ...previous } })
      .where(eq(orders.id, order.id));
    return {
      errors: Object.fromEntries(
        refusals.map((refusal) => [refusal.field, describeAnswerRefusal(refusal)]),
      ),
    };
  });
}

/**
 * Changes the answers of a complete brief and records each change (rule 256). `seen` identifies the answers that the
 * form was filled in from. Throws {@link RefusedError}: 404, 400 at the first invalid answer, 409 if the order takes
 * no answers now or if somebody else has changed them meanwhile.
 */
export async function editAnswers(
  appContext: OrderContext,
  key: BuyerKey,
  typed: TypedForm,
  seen: string,
): Promise<void> {
  await asBuyer(appContext, key, (turn) => edit(turn, typed, seen));
}

export async function editAnswersAsMember(
  appContext: OrderContext,
  trace: Trace,
  member: Member | Program,
  number: number,
  typed: TypedForm,
  seen: string,
): Promise<void> {
  await asMember(appContext, trace, member, number, (turn) => edit(turn, typed, seen));
}

async function edit(
  { tx, appContext, order, actor }: Turn,
  typed: TypedForm,
  seen: string,
): Promise<void> {
  const form = await requireForm(tx, order);
  if (order.brief === null) throw new RefusedError(409, t('Send the answers first.'));
  const before = order.answers ?? {};
  const { answers, refusals } = readAnswers(form, typed, before, true);
  const [refusal] = refusals;
  if (refusal) throw new RefusedError(400, describeAnswerRefusal(refusal), refusal.field);
  const at = appContext.clock.now();
  const author = authorOf(actor);
  const edits = editsBetween(before, answers, { author, at: at.toISOString() });
  // A repeated request changes nothing, so it is no conflict.
  if (edits.length === 0) return;
  if (seen !== versionOf(before)) {
    throw new RefusedError(
      409,
      t('Somebody else has changed the answers. Compare them with yours and save again.'),
    );
  }
  const count = await tx.$count(answerEdits, eq(answerEdits.orderId, order.id));
  await tx.insert(answerEdits).values(
    edits.map((each, index) => ({
      orderId: order.id,
      number: count + index + 1,
      questionId: each.questionId,
      author: actor.kind === 'buyer' ? ('buyer' as const) : ('team' as const),
      memberId: actor.memberId ?? null,
      program: actor.program ?? null,
      at,
      before: each.before,
      after: each.after,
    })),
  );
  // Files keep their names in the brief, because answers contain only ids.
  const { brief } = order;
  const texts = formatAnswers(form, answers).map((text, index) =>
    form[index]?.type === 'files' ? (brief?.[index] ?? '') : text,
  );
  await tx
    .update(orders)
    .set({ answers, brief: texts, updatedAt: at })
    .where(eq(orders.id, order.id));
}

async function requireForm(
  tx: Database,
  order: Pick<typeof orders.$inferSelect, 'offerId' | 'state'>,
): Promise<IntakeForm> {
  const { intake } = await readOffer(tx, order.offerId);
  if (intake.length === 0 || !takesAnswers(order.state)) {
    throw new RefusedError(409, t("The answers of this order can't be changed anymore."));
  }
  return intake;
}

/** The answers to questions for files are not in the form. They stay as they are. */
function readAnswers(form: IntakeForm, typed: TypedForm, before: Answers, isComplete: boolean) {
  const sent = form
    .filter(({ type }) => type === 'files')
    .map(({ id }) => [id, before[id]] as const);
  const files = sent.flatMap(([, ids]) => (Array.isArray(ids) ? (ids as readonly string[]) : []));
  const all = {
    ...readTypedAnswers(form, typed),
    ...Object.fromEntries(sent.filter(([, ids]) => ids !== undefined)),
  };
  const { answers, refusals } = validateAnswers(form, all as typeof all & Record<string, string>, {
    files: new Set(files),
    isComplete,
  });
  // A brief without files can be complete, because its files were sent in another way.
  const isFiles = new Set(sent.map(([id]) => `answer-${id}`));
  return { answers, refusals: refusals.filter(({ field }) => !isFiles.has(field)) };
}

/** Identifies a state of the answers, so that nobody overwrites what somebody else has changed. */
export function versionOf(answers: Answers): string {
  const sorted = Object.entries(answers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 16);
}

function authorOf({ kind, memberId, program }: Actor) {
  if (kind === 'buyer') return { kind } as const;
  return program === undefined
    ? ({ kind: 'member', memberId: memberId ?? '' } as const)
    : ({ kind: 'program', program } as const);
}
