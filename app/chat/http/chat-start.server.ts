import * as v from 'valibot';
import { EMAIL_MESSAGES } from '../protocol/chat-email.ts';
import { ORIGIN_MAX_LENGTH, SIGNATURE_MAX_LENGTH } from '../protocol/elsewhere.ts';
import {
  CONVERSATION_ID,
  TOPIC_MAX_LENGTH,
  VISITOR_NAME_MAX_LENGTH,
  VISITOR_NAME_TOO_LONG,
} from '../protocol/rules.ts';
import { EMAIL_MAX_LENGTH } from '../../platform/email.ts';
import { text } from '../../platform/fields.ts';

const arrival = v.object({
  host: text(ORIGIN_MAX_LENGTH),
  section: v.optional(text(64)),
  identity: v.optional(v.pipe(v.string(), v.maxLength(SIGNATURE_MAX_LENGTH))),
  keepsNothing: v.optional(v.boolean()),
});

export const chatStart = v.object({
  id: v.pipe(v.string(), v.regex(CONVERSATION_ID)),
  email: text(EMAIL_MAX_LENGTH, EMAIL_MESSAGES.invalid),
  name: v.optional(v.nullable(text(VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG))),
  /** Pages that were loaded before topics had ids send the topic's name. */
  topic: text(TOPIC_MAX_LENGTH),
  service: v.nullable(v.object({ section: text(64), slug: text(128) })),
  /** Only the embedded chat sends this. */
  elsewhere: v.optional(arrival),
  /** The server asks for a proof of work when a request without it was rejected. */
  captcha: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});
