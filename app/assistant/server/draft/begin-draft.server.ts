import { t } from '../../../i18n/translate.ts';
import { and, eq, lt, sql } from 'drizzle-orm';
import { NO_SUCH_CONVERSATION } from '../../../chat/server/access.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { AssistantContext } from '../../assistant-context.ts';
import { modelInUse, mayDraft } from '../../may-draft.server.ts';
import { describeInterrupted } from '../outcome/read-draft.server.ts';
import { answerDrafts } from '../../tables.server.ts';
import type { DraftKind } from '../../protocol/draft.ts';
import { ANSWER_WITHIN_MS, circuitOf } from './ask-model.server.ts';
import { runDraft } from './run-draft.server.ts';
import { assistantMessage } from '../../stored-messages.ts';

/** The limit holds for the whole installation, so that drafts neither flood the endpoint nor run up a bill. */
export const AT_ONCE = 4;
/** A draft older than this was left by a crashed process, and its slot is released. */
const DEADLINE_MS = ANSWER_WITHIN_MS + 15_000;
/** The key of the advisory lock. It must differ from the keys of all other advisory locks. */
const DRAFTS_LOCK = 7_044_001;

/**
 * Starts a draft and returns its id; `readDraft` reads the result. The audit record is written before any
 * data leaves the system.
 */
export async function beginDraft(
  appContext: AssistantContext,
  trace: Trace,
  member: Member,
  conversationId: string,
  kind: DraftKind,
): Promise<{ readonly id: string }> {
  const model = modelInUse(appContext.settings);
  if (!model) throw new RefusedError(404, t('Drafts by a model are turned off.'));
  if (!(await mayDraft(appContext.db, member, conversationId, kind))) {
    throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  }
  refuseWhilePaused(appContext, circuitOf(appContext.clock, model).pause);
  const id = await change(appContext, trace, async (tx, after) => {
    await takePlace(tx, member, appContext.clock.now());
    const [row] = await tx
      .insert(answerDrafts)
      .values({
        conversationId,
        agentId: member.id,
        kind,
        model: model.name,
        createdAt: appContext.clock.now(),
        deadlineAt: new Date(appContext.clock.now().getTime() + DEADLINE_MS),
      })
      .returning({ id: answerDrafts.id });
    if (!row) throw new Error('The draft was not created');
    after.audit('answer-drafted', {
      subjectId: conversationId,
      detail: assistantMessage('assistant.drafted', {
        kind,
        model: model.name,
        endpoint: new URL(model.url).host,
      }),
    });
    return row.id;
  });
  // The request does not wait for the model, which may take longer than a request should.
  void runDraft(appContext, model, member, { id, conversationId, kind });
  return { id };
}

/** The database counts the drafts, so that the limit holds across all processes. */
async function takePlace(tx: Database, member: Member, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${DRAFTS_LOCK})`);
  const isInProgress = eq(answerDrafts.state, 'drafting');
  await tx
    .update(answerDrafts)
    .set({ state: 'failed', problem: describeInterrupted() })
    .where(and(isInProgress, lt(answerDrafts.deadlineAt, now)));
  const inProgress = await tx
    .select({ agentId: answerDrafts.agentId })
    .from(answerDrafts)
    .where(isInProgress);
  if (inProgress.some(({ agentId }) => agentId === member.id)) {
    throw new RefusedError(
      409,
      t('You already have a draft in progress. Wait for it to finish, or stop it and try again.'),
    );
  }
  if (inProgress.length >= AT_ONCE) {
    throw new RefusedError(
      503,
      t('Drafts are being written for several colleagues right now. Try again in a minute.'),
      undefined,
      30,
    );
  }
}

function refuseWhilePaused(
  { clock }: Pick<AssistantContext, 'clock'>,
  pause: { readonly since: Date; readonly until: Date } | undefined,
): void {
  if (!pause) return;
  const now = clock.now().getTime();
  const away = Math.max(1, Math.round((now - pause.since.getTime()) / 60_000));
  const seconds = Math.max(1, Math.ceil((pause.until.getTime() - now) / 1000));
  throw new RefusedError(
    503,
    t(
      "The model hasn''t answered for {count, plural, one {a minute} other {# minutes}}. You can try again in {seconds, plural, one {# second} other {# seconds}}. Until then, write the answer yourself.",
      { count: away, seconds },
    ),
    undefined,
    seconds,
  );
}
