import * as v from 'valibot';
import { hostContext, requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { askForPasskey, offerPasskey } from '../server/factors/passkeys.server.ts';
import { answer, json } from '../../http/answer.server.ts';
import { readJson } from '../../http/read-request.server.ts';
import { requireSession } from '../../http/member.server.ts';
import type { Route } from './+types/passkey-options.ts';

/** Every challenge is stored as a row until it is used or five minutes old. */
const LIMIT = { name: 'passkey-options', burst: 20, perMinute: 10 };

const body = v.object({ purpose: v.picklist(['add', 'prove']) });

/** The browser creates a passkey with these options, or asks for one. */
export function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answer(async () => {
    await host.limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    const { purpose } = await readJson(request, body);
    if (purpose === 'prove') return json(await askForPasskey(host));
    return json(await offerPasskey(host, await requireSession(context, request)));
  });
}
