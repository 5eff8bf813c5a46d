import * as v from 'valibot';
import { msg, sourceOf } from '../../i18n/sentence.ts';
import { count, described, instant, nextCursor, ordinal, uuid } from '../protocol/schemas.ts';
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

export const CommentList = v.object({ data: v.array(Comment), nextCursor });
