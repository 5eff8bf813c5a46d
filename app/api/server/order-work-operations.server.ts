import * as v from 'valibot';
import { msg, t } from '../../i18n/translate.ts';
import { readNumber } from '../../orders/protocol/transitions.ts';
import { findOrderOfMember } from '../../orders/server/access.server.ts';
import { tickItem } from '../../orders/server/board/edit-checklist.server.ts';
import { asMember } from '../../orders/server/order/as-actor.server.ts';
import {
  putAssignee,
  putOrderLabel,
  setOwner,
} from '../../orders/server/board/staff-order.server.ts';
import { addComment, replyToComment } from '../../orders/server/proof/add-comment.server.ts';
import { resolveComment } from '../../orders/server/proof/change-comment.server.ts';
import { listComments, readComment } from '../../orders/server/proof/list-comments.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { instant, uuid } from '../../platform/fields.ts';
import { API_PATH } from '../protocol/rules.ts';
import { longPaging } from '../protocol/conversation-schemas.ts';
import { asProgram, readChangedOrder } from './order-operations.server.ts';
import { ChangedOrder, orderPath } from './order-schemas.ts';
import {
  AssigneeChange,
  ChangedComment,
  Comment,
  CommentChange,
  CommentList,
  commentPath,
  CommentToWrite,
  OrderLabelChange,
  OwnerChange,
  StepChange,
  stepPath,
} from './order-work-schemas.ts';
import { keyedOperation, type KeyedOperation } from './operation.ts';
import { pageOf, readCursor } from './read-parameters.ts';
import { SAMPLE_COMMENT, SAMPLE_ORDER_DETAIL, SAMPLE_PROGRAM_COMMENT } from './samples.ts';

const ONE = `${API_PATH}/orders/{number}`;
const EXAMPLE = `${API_PATH}/orders/E-1001`;
const LABEL_ID = '5c1f0a3e-2d4b-4c6d-8e9f-0a1b2c3d4e5f';
const STEP_ID = '1f0f6f1e-6a53-4f0b-8a43-0d1c3a5f7b21';

/** People, labels and progress of an order. A program may do for every order what a manager may. */
export const ORDER_WORK_OPERATIONS: readonly KeyedOperation[] = [
  keyedOperation({
    id: 'setOrderOwner',
    method: 'POST',
    path: `${ONE}/owner`,
    scope: 'orders:write',
    title: msg('Choose the owner of an order'),
    description: msg('The new owner is notified. Repeating the request changes nothing.'),
    parameters: orderPath,
    body: { kind: 'json', schema: OwnerChange, sample: { memberId: 'kX2v9mQ4' } },
    answer: ChangedOrder,
    example: `${EXAMPLE}/owner`,
    sample: SAMPLE_ORDER_DETAIL,
    async run(appContext, { number }, program, { memberId }: v.InferOutput<typeof OwnerChange>) {
      await setOwner(appContext, program.trace, asProgram(program), toNumber(number), memberId);
      return readChangedOrder(appContext, number, program);
    },
  }),
  keyedOperation({
    id: 'assignOrder',
    method: 'POST',
    path: `${ONE}/assignees`,
    scope: 'orders:write',
    title: msg('Assign an order'),
    description: msg(
      'Adds a team member to those who work on the order, or removes one. A new assignee is notified. Repeating the request changes nothing.',
    ),
    parameters: orderPath,
    body: { kind: 'json', schema: AssigneeChange, sample: { memberId: 'kX2v9mQ4', on: true } },
    answer: ChangedOrder,
    example: `${EXAMPLE}/assignees`,
    sample: SAMPLE_ORDER_DETAIL,
    async run(appContext, { number }, program, sent: v.InferOutput<typeof AssigneeChange>) {
      const { memberId, on } = sent;
      const by = asProgram(program);
      await putAssignee(appContext, program.trace, by, toNumber(number), memberId, on);
      return readChangedOrder(appContext, number, program);
    },
  }),
  keyedOperation({
    id: 'labelOrder',
    method: 'POST',
    path: `${ONE}/labels`,
    scope: 'orders:write',
    title: msg('Label an order'),
    description: msg('Adds or removes a label. Repeating the request changes nothing.'),
    parameters: orderPath,
    body: { kind: 'json', schema: OrderLabelChange, sample: { labelId: LABEL_ID, on: true } },
    answer: ChangedOrder,
    example: `${EXAMPLE}/labels`,
    sample: SAMPLE_ORDER_DETAIL,
    async run(appContext, { number }, program, sent: v.InferOutput<typeof OrderLabelChange>) {
      const { labelId, on } = sent;
      const by = asProgram(program);
      await putOrderLabel(appContext, program.trace, by, toNumber(number), labelId, on);
      return readChangedOrder(appContext, number, program);
    },
  }),
  keyedOperation({
    id: 'tickOrderStep',
    method: 'POST',
    path: `${ONE}/checklist/{step}`,
    scope: 'orders:write',
    title: msg('Mark a step of an order as done'),
    description: msg(
      'Or as not done. Buyers see the progress of the steps that are shown to them. Repeating the request changes nothing.',
    ),
    parameters: stepPath,
    body: { kind: 'json', schema: StepChange, sample: { done: true } },
    answer: ChangedOrder,
    example: `${EXAMPLE}/checklist/${STEP_ID}`,
    sample: SAMPLE_ORDER_DETAIL,
    async run(appContext, { number, step }, program, { done }: v.InferOutput<typeof StepChange>) {
      const member = asProgram(program);
      const caller = { trace: program.trace, member, number: toNumber(number) };
      await tickItem(appContext, caller, step, done);
      return readChangedOrder(appContext, number, program);
    },
  }),
  keyedOperation({
    id: 'listOrderComments',
    method: 'GET',
    path: `${ONE}/comments`,
    scope: 'orders:read',
    title: msg('List the comments on deliveries'),
    description: msg(
      'Comments and replies on the delivered files of an order, oldest first. Deleted and erased ones are missing.',
    ),
    parameters: orderPath,
    query: v.object(longPaging),
    answer: CommentList,
    example: `${EXAMPLE}/comments`,
    sample: { data: [SAMPLE_COMMENT], nextCursor: null },
    async run({ db }, { number, limit, cursor }, program) {
      const id = await findOrderOfMember(db, asProgram(program), toNumber(number));
      if (id === undefined) return undefined;
      const found = await listComments(
        db,
        id,
        cursor === undefined ? undefined : readPlace(cursor),
        limit + 1,
      );
      return pageOf(found, limit, (last) => [last.at, last.id]);
    },
  }),
  keyedOperation({
    id: 'commentOnDelivery',
    method: 'POST',
    path: `${ONE}/comments`,
    scope: 'orders:write',
    title: msg('Comment on a delivery'),
    description: msg(
      'Adds a comment on a delivered image, PDF or video, or a reply. The buyer sees it under the name of the key. Without a position it is about the whole file. Repeating the request with the same `clientId` adds nothing.',
    ),
    parameters: orderPath,
    body: {
      kind: 'json',
      schema: CommentToWrite,
      sample: {
        clientId: SAMPLE_COMMENT.id,
        fileId: SAMPLE_COMMENT.fileId,
        text: SAMPLE_COMMENT.text,
        page: 2,
        percentFromLeft: 40,
        percentFromTop: 12.5,
      },
    },
    answer: Comment,
    example: `${EXAMPLE}/comments`,
    sample: SAMPLE_PROGRAM_COMMENT,
    async run(appContext, { number }, program, sent: v.InferOutput<typeof CommentToWrite>) {
      const { clientId: id, fileId, replyTo, text } = sent;
      const position = typedPosition(sent);
      if (replyTo !== undefined && Object.values(position).some((part) => part !== undefined)) {
        throw new RefusedError(400, t('A reply has no position of its own.'), 'replyTo');
      }
      const orderId = await asMember(
        appContext,
        program.trace,
        asProgram(program),
        toNumber(number),
        async (turn) => {
          await (replyTo === undefined
            ? addComment(turn, fileId, { id, text, ...position }).catch(withApiField)
            : replyToComment(turn, fileId, { id, text, comment: replyTo }));
          return turn.order.id;
        },
      );
      return readComment(appContext.db, orderId, id);
    },
  }),
  keyedOperation({
    id: 'resolveComment',
    method: 'POST',
    path: `${ONE}/comments/{comment}`,
    scope: 'orders:write',
    title: msg('Resolve a comment, or open it again'),
    description: msg('Repeating the request changes nothing.'),
    parameters: commentPath,
    body: { kind: 'json', schema: CommentChange, sample: { resolved: true } },
    answer: ChangedComment,
    example: `${EXAMPLE}/comments/${SAMPLE_COMMENT.id}`,
    sample: {
      id: SAMPLE_COMMENT.id,
      fileId: SAMPLE_COMMENT.fileId,
      number: 1,
      resolvedAt: SAMPLE_COMMENT.at,
    },
    async run(appContext, { number, comment }, program, { resolved }) {
      const member = asProgram(program);
      return asMember(appContext, program.trace, member, toNumber(number), async (turn) => {
        const before = await readComment(turn.tx, turn.order.id, comment);
        if (!before) return undefined;
        await resolveComment(turn, before.fileId, comment, resolved);
        return readComment(turn.tx, turn.order.id, comment);
      });
    },
  }),
];

const API_FIELDS: Readonly<Record<string, string>> = {
  x: 'percentFromLeft',
  y: 'percentFromTop',
  time: 'milliseconds',
};

/** Throws the refusal of a position with the field of the request. */
function withApiField(error: unknown): never {
  const field = error instanceof RefusedError ? API_FIELDS[error.field ?? ''] : undefined;
  if (!(error instanceof RefusedError) || field === undefined) throw error;
  throw new RefusedError(error.status, error.message, field);
}

/** As typed into the form, which has the same rules. */
function typedPosition(sent: v.InferOutput<typeof CommentToWrite>) {
  const { page, percentFromLeft: x, percentFromTop: y, milliseconds } = sent;
  return {
    page: page?.toString(),
    x: x?.toFixed(1),
    y: y?.toFixed(1),
    time: milliseconds === undefined ? undefined : (milliseconds / 1000).toFixed(3),
  };
}

/** A number that no order has is answered like an unknown one. */
const toNumber = (typed: string) => readNumber(typed) ?? -1;

const place = v.strictTuple([instant, uuid]);

function readPlace(cursor: string) {
  const [at, id] = readCursor(cursor, place);
  return { at: new Date(at), id };
}
