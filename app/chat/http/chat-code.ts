import * as v from 'valibot';
import { confirmByCode } from '../server/email-verification/confirm-by-code.server.ts';
import { CONFIRMATION_CODE } from '../protocol/rules.ts';
import { requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { visitor } from '../../http/calls.server.ts';

const body = v.object({ code: v.pipe(v.string(), v.regex(CONFIRMATION_CODE)) });

const BY_NETWORK = { name: 'confirmation-code', burst: 10, perMinute: 1 };

/** The code from the email verifies the chat's email address for this browser. */
export const action = visitor.write(body, async ({ code }, { host, who, id, context }) => {
  await host.limits.take(BY_NETWORK, addressBlock(context.get(requestContext).address));
  await confirmByCode(host, who, id, code);
});
