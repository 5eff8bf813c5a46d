import { displayName } from '../../../accounts/protocol/member.ts';
import { asc, eq, inArray } from 'drizzle-orm';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { t } from '../../../i18n/translate.ts';
import { formatAnswer } from '../../intake/format-answers.ts';
import type { IntakeForm } from '../../intake/intake-form.ts';
import type { AnswerEditView } from '../../protocol/order-view.ts';
import { answerEdits } from './tables.server.ts';

/** Does not check access. The buyer learns the names of members, but not those of programs. */
export async function readAnswerEdits(
  db: Database,
  orderId: string,
  form: IntakeForm,
  reader: 'buyer' | 'team',
): Promise<AnswerEditView[]> {
  if (form.length === 0) return [];
  const rows = await db
    .select({ edit: answerEdits, fullName: profiles.fullName, email: profiles.email })
    .from(answerEdits)
    .leftJoin(profiles, eq(profiles.id, answerEdits.memberId))
    .where(eq(answerEdits.orderId, orderId))
    .orderBy(asc(answerEdits.number));
  const questions = new Map(form.map((question) => [question.id, question]));
  return rows.flatMap(({ edit, fullName, email }) => {
    const question = questions.get(edit.questionId);
    if (!question) return [];
    return [
      {
        number: edit.number,
        question: question.label,
        author: edit.author,
        by:
          email !== null
            ? displayName(fullName, email)
            : edit.program !== null && reader === 'team'
              ? t('API key ‘{program}’', { program: edit.program })
              : null,
        at: edit.at.toISOString(),
        before: formatAnswer(question, edit.before),
        after: formatAnswer(question, edit.after),
      },
    ];
  });
}

export async function exportAnswerEdits(db: Database, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(answerEdits)
    .where(inArray(answerEdits.orderId, [...orderIds]))
    .orderBy(asc(answerEdits.orderId), asc(answerEdits.number));
}
