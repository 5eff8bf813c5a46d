import * as v from 'valibot';
import { hostContext } from '../../host.ts';
import { removeDeviceOfSession, saveDevice } from '../server/push/devices.server.ts';
import { ENDPOINT_MAX_LENGTH } from '../protocol/rules.ts';
import { answer, json } from '../../http/answer.server.ts';
import { readJson } from '../../http/read-request.server.ts';
import { requireMember } from '../../http/member.server.ts';
import type { Route } from './+types/push-subscription.ts';

const LIMIT = { name: 'push-subscription', burst: 20, perMinute: 10 };

const key = v.pipe(v.string(), v.maxLength(200));

const body = v.union([
  v.object({
    endpoint: v.pipe(v.string(), v.maxLength(ENDPOINT_MAX_LENGTH)),
    keys: v.object({ p256dh: key, auth: key }),
  }),
  v.object({ endpoint: v.null() }),
]);

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answer(async () => {
    const session = await requireMember(context, request);
    await host.limits.take(LIMIT, session.member.id);
    const subscription = await readJson(request, body);
    if (subscription.endpoint === null) {
      await removeDeviceOfSession(host, session.sessionId);
    } else {
      const userAgent = request.headers.get('User-Agent')?.slice(0, 1000) ?? '';
      await saveDevice(host, host.push.policy, session, subscription, userAgent);
    }
    return json({ ok: true });
  });
}
