import * as v from 'valibot';
import { markReadByVisitor } from '../../conversation/say/mark-read.server.ts';
import { hostContext } from '../../host.ts';
import { answer, json, readJson } from './answer.server.ts';
import { requireVisitor } from './visitor.server.ts';
import type { Route } from './+types/chat-read.ts';

const body = v.object({ number: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9)) });

/** How far the visitor has read. */
export async function action({ context, params, request }: Route.ActionArgs) {
  return answer(async () => {
    await requireVisitor(context, request, params.id);
    const { number } = await readJson(request, body);
    await markReadByVisitor(context.get(hostContext), params.id, number);
    return json({ ok: true });
  });
}
