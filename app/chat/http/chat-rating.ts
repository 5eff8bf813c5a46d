import * as v from 'valibot';
import { rateConversation } from '../server/resolution/rate-conversation.server.ts';
import { RATING_COMMENT_MAX_LENGTH, RATING_COMMENT_TOO_LONG } from '../protocol/rules.ts';
import { text } from '../../platform/fields.ts';
import { visitor } from '../../http/calls.server.ts';

const body = v.object({
  score: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  comment: v.nullable(text(RATING_COMMENT_MAX_LENGTH, RATING_COMMENT_TOO_LONG)),
});

const LIMIT = { name: 'chat-rating', burst: 10, perMinute: 5 };

export const action = visitor.write(
  body,
  async (rating, { host, who, id }) => ({
    conversation: await rateConversation(host, who, id, rating),
  }),
  LIMIT,
);
