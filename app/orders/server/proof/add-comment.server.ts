import { and, count, eq, isNull, max } from 'drizzle-orm';
import type { FileView } from '../../../chat/protocol/files.ts';
import { t } from '../../../i18n/translate.ts';
import type { Happening } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import {
  COMMENTS_PER_FILE,
  COMMENT_MAX_LENGTH,
  formatPosition,
  proofKindOf,
  readPage,
  readTime,
  REPLIES_PER_COMMENT,
  TENTHS,
  WHOLE_FILE,
  type ProofKind,
  type ProofPosition,
} from '../../protocol/proof.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import type { Actor } from '../access.server.ts';
import { notifyTeam, hintOrder } from '../order/announce-order.server.ts';
import type { Turn } from '../order/as-actor.server.ts';
import { speechOfBuyer } from '../order/reach-buyer.server.ts';
import { notifyThread } from '../order/change-state.server.ts';
import { mailOrder } from '../order/mail-order.server.ts';
import { requireText } from '../order/read-words.ts';
import {
  isAuthor,
  requireComment,
  requireTakesComments,
  sideOf,
  type CommentRow,
} from './comment-rows.server.ts';
import { findDeliveredFile, NO_SUCH_PROOF } from './read-proof.server.ts';
import { proofComments } from './tables.server.ts';

/** As typed into the form. Empty fields are no position. */
interface TypedComment {
  readonly id: string;
  readonly text: string;
  readonly page?: string;
  /** Percent from the left and from the top. */
  readonly x?: string;
  readonly y?: string;
  /** The time in a video, for example '0:12'. */
  readonly time?: string;
}

interface TypedReply {
  readonly id: string;
  readonly comment: string;
  readonly text: string;
}

/**
 * Adds a comment on a delivered file. Idempotent by id. The first comment of a side on a delivery appears in the
 * thread, and the team's is also emailed. Throws {@link RefusedError}: 404, 400, 409, 429.
 */
export async function addComment(turn: Turn, fileId: string, typed: TypedComment): Promise<void> {
  const { tx, order, actor, appContext } = turn;
  const found = await findDeliveredFile(tx, order.id, fileId);
  const kind = found && proofKindOf(found.file);
  if (!kind) throw new RefusedError(404, t(NO_SUCH_PROOF));
  requireTakesComments(order);
  const text = readComment(typed.text, t('Write what you would like to say.'));
  const position = readPosition(kind, typed);
  if (await isRepeated(tx, actor, typed.id, { fileId, replyTo: null })) return;
  const [{ number, all } = { number: null, all: 0 }] = await tx
    .select({ number: max(proofComments.number), all: count() })
    .from(proofComments)
    .where(and(eq(proofComments.fileId, fileId), isNull(proofComments.replyTo)));
  if (all >= COMMENTS_PER_FILE) {
    throw new RefusedError(
      429,
      t('A file has at most {count} comments. Reply to one of them, or write in the chat.', {
        count: COMMENTS_PER_FILE,
      }),
      'text',
    );
  }
  const isFirst = await isFirstOfSide(tx, found.deliveryId, sideOf(actor));
  await tx.insert(proofComments).values({
    id: typed.id,
    orderId: order.id,
    deliveryId: found.deliveryId,
    fileId,
    number: (number ?? 0) + 1,
    ...position,
    ...authorOf(actor),
    text,
    createdAt: appContext.clock.now(),
  });
  if (isFirst) {
    await announce(turn, found.file, text, position);
    if (sideOf(actor) === 'buyer') await notifyTeam(tx, turn.after, appContext, order, typed.id);
  }
  turn.after.happened(orderCommented(turn, typed.id));
  await hintOrder(tx, turn.after, appContext, order);
}

/** Replies to a comment. Idempotent by id. Throws {@link RefusedError}: 404, 400, 409, 429. */
export async function replyToComment(turn: Turn, fileId: string, typed: TypedReply): Promise<void> {
  const { tx, order, actor, appContext } = turn;
  const comment = await requireComment(tx, order, fileId, typed.comment);
  // Replies to a reply belong to its comment.
  const replyTo = comment.replyTo ?? comment.id;
  requireTakesComments(order);
  const text = readComment(typed.text, t('Write your reply.'));
  if (await isRepeated(tx, actor, typed.id, { fileId, replyTo })) return;
  const before = await tx.$count(proofComments, eq(proofComments.replyTo, replyTo));
  if (before >= REPLIES_PER_COMMENT) {
    throw new RefusedError(
      429,
      t('A comment has at most {count} replies. Continue in the chat.', {
        count: REPLIES_PER_COMMENT,
      }),
      'text',
    );
  }
  await tx.insert(proofComments).values({
    id: typed.id,
    orderId: order.id,
    deliveryId: comment.deliveryId,
    fileId,
    replyTo,
    ...authorOf(actor),
    text,
    createdAt: appContext.clock.now(),
  });
  turn.after.happened(orderCommented(turn, typed.id));
  await hintOrder(tx, turn.after, appContext, order);
}

/** The notification for webhooks and the API. It contains none of the words. */
function orderCommented({ order, actor }: Turn, comment: string): Happening {
  const number = formatOrderNumber(order.number);
  return {
    type: 'order.commented',
    data: { order: number, comment, author: sideOf(actor) },
    log: { subject: number, part: comment },
  };
}

export function readComment(typed: string, whenEmpty: string): string {
  return requireText(typed, 'text', COMMENT_MAX_LENGTH, whenEmpty);
}

function authorOf(actor: Actor) {
  return {
    side: sideOf(actor),
    memberId: actor.memberId ?? null,
    program: actor.program ?? null,
    clientId: actor.clientId ?? null,
  };
}

/** True if the same author has sent this id before. Somebody else's id is refused like any other conflict. */
async function isRepeated(
  tx: Database,
  actor: Actor,
  id: string,
  { fileId, replyTo }: Pick<CommentRow, 'fileId' | 'replyTo'>,
): Promise<boolean> {
  const [before] = await tx.select().from(proofComments).where(eq(proofComments.id, id));
  if (!before) return false;
  const isSame = before.fileId === fileId && before.replyTo === replyTo;
  if (isSame && isAuthor(before, actor)) return true;
  throw new RefusedError(409, t('This comment was not saved. Reload the page and try again.'));
}

async function isFirstOfSide(
  tx: Database,
  deliveryId: string,
  side: 'buyer' | 'team',
): Promise<boolean> {
  const [before] = await tx
    .select({ id: proofComments.id })
    .from(proofComments)
    .where(and(eq(proofComments.deliveryId, deliveryId), eq(proofComments.side, side)))
    .limit(1);
  return before === undefined;
}

/** The thread has one line for each side and delivery, so that a review does not bury the conversation. */
async function announce(
  { tx, after, appContext, order, actor }: Turn,
  file: FileView,
  text: string,
  position: ProofPosition,
): Promise<void> {
  const inBuyersWords = await speechOfBuyer(tx, appContext.settings, order.conversationId);
  const said = inBuyersWords(() =>
    t('Order {number}: new comments on “{file}”.', {
      number: formatOrderNumber(order.number),
      file: file.name,
    }),
  );
  await notifyThread(tx, after, appContext, order, actor, said, file.id);
  if (sideOf(actor) === 'buyer') return;
  await mailOrder(tx, after, appContext, order, {
    transition: 'comment',
    said: () => t('We commented on “{file}”.', { file: file.name }),
    why: `${inBuyersWords(() => formatPosition(position))}: ${text}`,
  });
}

/** Throws {@link RefusedError} 400 at a position that the kind of file does not have. */
function readPosition(
  kind: ProofKind,
  { page = '', x = '', y = '', time = '' }: TypedComment,
): ProofPosition {
  const foreign = kind === 'video' ? { page, x, y } : kind === 'pdf' ? { time } : { page, time };
  const [unfit] = Object.entries(foreign).filter(([, value]) => value.trim() !== '');
  if (unfit) {
    throw new RefusedError(
      400,
      t('An image has points, a document pages and points, and a video times.'),
      unfit[0],
    );
  }
  if (kind === 'video') {
    if (time.trim() === '') return WHOLE_FILE;
    const atMs = readTime(time);
    if (atMs === undefined) {
      throw new RefusedError(400, t('Type the time as minutes and seconds, such as 0:12.'), 'time');
    }
    return { ...WHOLE_FILE, atMs };
  }
  const point = { x: readPercent(x, 'x'), y: readPercent(y, 'y') };
  if ((point.x === null) !== (point.y === null)) {
    throw new RefusedError(
      400,
      t('Type both numbers, or neither for the whole file.'),
      point.x === null ? 'x' : 'y',
    );
  }
  return {
    ...WHOLE_FILE,
    ...point,
    page: kind === 'pdf' ? requirePage(page, point.x !== null) : null,
  };
}

function readPercent(typed: string, field: 'x' | 'y'): number | null {
  const text = toLatinDigits(typed.normalize('NFKC')).trim().replace(',', '.');
  if (text === '') return null;
  const tenths = /^\d{1,3}(?:\.\d{0,20})?$/.test(text) ? Math.round(Number(text) * 10) : -1;
  if (tenths < 0 || tenths > TENTHS) {
    throw new RefusedError(400, t('Type a number from 0 to 100.'), field);
  }
  return tenths;
}

function requirePage(typed: string, hasPoint: boolean): number | null {
  if (typed.trim() === '' && !hasPoint) return null;
  const page = readPage(typed);
  if (page === undefined) {
    throw new RefusedError(400, t('Type the number of the page.'), 'page');
  }
  return page;
}
