import * as v from 'valibot';
import { msg, sourceOf } from '../../i18n/sentence.ts';
import { count, described, instant, nextCursor, ordinal, uuid } from '../protocol/schemas.ts';
import {
  COMMENT_MAX_LENGTH,
  PAGES_AT_MOST,
  VIDEO_AT_MOST_MS,
} from '../../orders/protocol/proof.ts';
import { orderPath } from './order-schemas.ts';

// People and labels of an order, its checklist, and the comments on its deliveries.

const memberId = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.description('ID of the team member'),
);

export const OwnerChange = v.strictObject({
  memberId: v.pipe(
    v.nullable(memberId),
    v.description('ID of the new owner; null for the agent of the conversation'),
  ),
});

export const AssigneeChange = v.strictObject({
  memberId,
  on: v.pipe(v.boolean(), v.description('Whether to add (`true`) or remove (`false`) the member')),
});

export const OrderLabelChange = v.strictObject({
  labelId: uuid('ID of the label'),
  on: v.pipe(v.boolean(), v.description('Whether to add (`true`) or remove (`false`) the label')),
});

export const StepChange = v.strictObject({
  done: v.pipe(v.boolean(), v.description('Whether the step is done')),
});

export const stepPath = v.object({
  ...orderPath.entries,
  step: v.pipe(
    v.string(),
    v.uuid(),
    v.description(sourceOf(msg('ID of a step of the order’s checklist'))),
  ),
});

const percent = (where: string) =>
  v.pipe(
    v.nullable(v.number()),
    v.description(`Percent from the ${where} of the image or page; null without a point`),
  );

export const Comment = v.object({
  id: uuid('ID of the comment or reply'),
  fileId: uuid('ID of the delivered file'),
  fileName: v.string(),
  number: v.pipe(
    v.nullable(ordinal('Number of the comment among those of its file')),
    v.description('Number of the comment among those of its file; null for a reply'),
  ),
  replyTo: v.pipe(
    v.nullable(v.string()),
    v.description('ID of the comment that this replies to; null for a comment'),
  ),
  page: v.pipe(
    v.nullable(ordinal('Page of the document')),
    v.description('Page of the document; null for other files and comments on the whole file'),
  ),
  percentFromLeft: percent('left'),
  percentFromTop: percent('top'),
  milliseconds: v.pipe(
    v.nullable(count('Time in the video')),
    v.description('Time in the video; null without a time'),
  ),
  author: v.picklist(['buyer', 'team']),
  by: v.pipe(
    v.nullable(v.string()),
    v.description('Name of the team member; null for the buyer or a former member'),
  ),
  text: described('What was written'),
  at: instant('Time at which it was written'),
  editedAt: v.nullable(instant('Time at which its author last changed it')),
  resolvedAt: v.nullable(instant('Time at which it was resolved')),
});

const percentOf = (where: string) =>
  v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(100),
      v.description(`Percent from the ${where} of the image or page`),
    ),
  );

export const CommentToWrite = v.strictObject({
  clientId: uuid('Your own ID of the comment. Repeating it adds nothing'),
  fileId: uuid('ID of the delivered file'),
  replyTo: v.optional(uuid('ID of the comment that this replies to. A reply has no position')),
  text: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(COMMENT_MAX_LENGTH),
    v.description('What to write'),
  ),
  page: v.optional(v.pipe(ordinal('Page of the document'), v.maxValue(PAGES_AT_MOST))),
  percentFromLeft: percentOf('left'),
  percentFromTop: percentOf('top'),
  milliseconds: v.optional(v.pipe(count('Time in the video'), v.maxValue(VIDEO_AT_MOST_MS))),
});

export const CommentChange = v.strictObject({
  resolved: v.pipe(v.boolean(), v.description('Whether the comment is done')),
});

/** The answer to a change. It contains nothing that somebody else wrote. */
export const ChangedComment = v.pick(Comment, ['id', 'fileId', 'number', 'resolvedAt']);

export const commentPath = v.object({
  ...orderPath.entries,
  comment: v.pipe(v.string(), v.uuid(), v.description(sourceOf(msg('ID of a comment')))),
});

export const CommentList = v.object({ data: v.array(Comment), nextCursor });
