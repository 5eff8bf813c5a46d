import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { t } from '../../i18n/translate.ts';
import { field, text, uuid } from '../../platform/fields.ts';
import { COMMENT_MAX_LENGTH, FORMS_OF_COMMENT, readPage } from '../protocol/proof.ts';
import type { Turn } from '../server/order/as-actor.server.ts';
import { addComment, replyToComment } from '../server/proof/add-comment.server.ts';
import {
  deleteComment,
  editComment,
  resolveComment,
} from '../server/proof/change-comment.server.ts';

export const PROOF_LIMIT = { name: 'proof-comments', burst: 60, perMinute: 30 };

const words = text(COMMENT_MAX_LENGTH);

/** The forms of the page of a delivered file, which are the same for buyers and the team. */
export const proofForm = v.variant('intent', [
  v.object({
    intent: v.literal('comment'),
    // A field named 'id' would hide the id of its form from scripts.
    key: uuid,
    text: words,
    page: field(10),
    x: field(30),
    y: field(30),
    time: field(20),
  }),
  v.object({ intent: v.literal('reply'), key: uuid, comment: uuid, text: words }),
  v.object({ intent: v.literal('edit'), comment: uuid, text: words }),
  v.object({ intent: v.picklist(['delete', 'resolve', 'reopen']), comment: uuid }),
]);

/** Runs a form of the page as whoever `turn` belongs to. */
export async function runProofForm(
  turn: Turn,
  fileId: string,
  sent: v.InferOutput<typeof proofForm>,
): Promise<string> {
  switch (sent.intent) {
    case 'comment':
      await addComment(turn, fileId, { ...sent, id: sent.key });
      return t('The comment is saved.');
    case 'reply':
      await replyToComment(turn, fileId, { ...sent, id: sent.key });
      return t('The reply is saved.');
    case 'edit':
      await editComment(turn, fileId, sent.comment, sent.text);
      return t('The comment is saved.');
    case 'delete':
      await deleteComment(turn, fileId, sent.comment);
      return t('The comment is deleted.');
    case 'resolve':
      await resolveComment(turn, fileId, sent.comment, true);
      return t('The comment is resolved.');
    default:
      await resolveComment(turn, fileId, sent.comment, false);
      return t('The comment is open again.');
  }
}

/** Reads what the page's address asks for (`PROOF_QUERY_NAMES`), and chooses the id of the next comment. */
export function readProofPage(request: Request) {
  const query = new URL(request.url).searchParams;
  const intent = FORMS_OF_COMMENT.find((name) => query.has(name));
  return {
    openForm: intent === undefined ? null : { intent, id: query.get(intent) ?? '' },
    shownPage: readPage(query.get('page') ?? '') ?? 1,
    comparedWith: query.get('compare'),
    isOverlaid: query.get('view') === 'overlay',
    newId: randomUUID(),
  };
}
