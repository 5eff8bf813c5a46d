import { text } from '../../platform/fields.ts';
import {
  RATING_COMMENT_MAX_LENGTH,
  RATING_COMMENT_TOO_LONG,
} from '../../conversation/wire/rules.ts';
import * as v from 'valibot';
import { rateConversation } from '../../conversation/end/rate-conversation.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json, readJson } from './answer.server.ts';
import { requireVisitor } from './visitor.server.ts';
import type { Route } from './+types/chat-rating.ts';

const body = v.object({
  score: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  comment: v.nullable(text(RATING_COMMENT_MAX_LENGTH, RATING_COMMENT_TOO_LONG)),
});

const LIMIT = { name: 'chat-rating', burst: 10, perMinute: 5 };

/** How the visitor found the chat. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answer(async () => {
    const viewer = await requireVisitor(context, request, params.id);
    await host.limits.take(LIMIT, viewer.browserId);
    const rating = await readJson(request, body);
    return json({
      conversation: await rateConversation(host, viewer, params.id, rating),
    });
  });
}
