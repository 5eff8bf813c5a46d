import * as v from 'valibot';
import { msg } from '../../i18n/translate.ts';
import { readNumber } from '../../orders/protocol/transitions.ts';
import { findOrderOfMember } from '../../orders/server/access.server.ts';
import { tickItem } from '../../orders/server/board/edit-checklist.server.ts';
import {
  putAssignee,
  putOrderLabel,
  setOwner,
} from '../../orders/server/board/staff-order.server.ts';
import { listComments } from '../../orders/server/proof/list-comments.server.ts';
import { instant, uuid } from '../../platform/fields.ts';
import { API_PATH } from '../protocol/rules.ts';
import { longPaging } from '../protocol/conversation-schemas.ts';
import { asProgram, readChangedOrder } from './order-operations.server.ts';
import { ChangedOrder, orderPath } from './order-schemas.ts';
import {
  AssigneeChange,
  CommentList,
  OrderLabelChange,
  OwnerChange,
  StepChange,
  stepPath,
} from './order-work-schemas.ts';
import { keyedOperation, type KeyedOperation } from './operation.ts';
import { pageOf, readCursor } from './read-parameters.ts';
import { SAMPLE_COMMENT, SAMPLE_ORDER_DETAIL } from './samples.ts';

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
];

/** A number that no order has is answered like an unknown one. */
const toNumber = (typed: string) => readNumber(typed) ?? -1;

const place = v.strictTuple([instant, uuid]);

function readPlace(cursor: string) {
  const [at, id] = readCursor(cursor, place);
  return { at: new Date(at), id };
}
