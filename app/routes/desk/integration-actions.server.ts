import { KEY_NAME_MAX_LENGTH } from '../../reach/api/rules.ts';
import { URL_MAX_LENGTH } from '../../platform/outgoing/target.server.ts';
import { checkForm } from '../../platform/read-form.ts';
import { text, uuid } from '../../platform/fields.ts';
import { redirect, type RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { createApiKey, revokeApiKey } from '../../reach/api/api-keys.server.ts';
import { hostContext } from '../../host.ts';
import type { Member } from '../../team/members/member.ts';
import { EVENT_TYPES } from '../../reach/webhook/events.ts';
import {
  addEndpoint,
  changeEndpoint,
  pauseEndpoint,
  redeliver,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  sendTest,
} from '../../reach/webhook/manage-endpoints.server.ts';
import { traceOf } from './form-answer.server.ts';
import type { Done } from './integration-answer.server.ts';

const LIMIT = { name: 'integration-action', burst: 60, perMinute: 60 };

const endpoint = {
  url: text(URL_MAX_LENGTH, `Please use an address of at most ${URL_MAX_LENGTH} characters`),
  events: v.array(v.picklist(EVENT_TYPES)),
};

const onList = v.variant('intent', [
  v.object({
    intent: v.literal('create-key'),
    name: text(
      KEY_NAME_MAX_LENGTH,
      `Please give the key a name of at most ${KEY_NAME_MAX_LENGTH} characters.`,
    ),
  }),
  v.object({ intent: v.literal('revoke-key'), id: uuid }),
  v.object({ intent: v.literal('add-webhook'), ...endpoint }),
]);

const onEndpoint = v.variant('intent', [
  v.object({ intent: v.picklist(['pause', 'resume', 'rotate', 'test', 'remove']) }),
  v.object({ intent: v.literal('change'), ...endpoint }),
  v.object({ intent: v.literal('redeliver'), deliveryId: uuid }),
]);

/** What an admin does on /team/api. */
export async function runApiAction(
  context: Readonly<RouterContextProvider>,
  admin: Member,
  form: FormData,
): Promise<Done> {
  const host = await takeTurn(context, admin);
  const asked = checkForm(form, onList, ['events']);
  const trace = traceOf(context, admin);
  switch (asked.intent) {
    case 'create-key':
      return {
        message: 'Copy the key now: it is not shown again.',
        secret: await createApiKey(host, trace, asked.name),
      };
    case 'revoke-key':
      await revokeApiKey(host, trace, asked.id);
      return { message: 'The key no longer works.' };
    default: {
      asked.intent satisfies 'add-webhook';
      const { secret } = await addEndpoint(host, host.webhooks.policy, trace, asked);
      return { message: 'Copy the signing secret now: it is not shown again.', secret };
    }
  }
}

/** What an admin does on /team/webhooks/:id. */
export async function runEndpointAction(
  context: Readonly<RouterContextProvider>,
  admin: Member,
  id: string,
  form: FormData,
): Promise<Done> {
  const host = await takeTurn(context, admin);
  const asked = checkForm(form, onEndpoint, ['events']);
  const trace = traceOf(context, admin);
  switch (asked.intent) {
    case 'change':
      await changeEndpoint(host, host.webhooks.policy, trace, id, asked);
      return { message: 'The webhook is changed.' };
    case 'pause':
      await pauseEndpoint(host, trace, id);
      return { message: 'The webhook is paused. What happens meanwhile waits.' };
    case 'resume':
      await resumeEndpoint(host, trace, id);
      return { message: 'The webhook sends again.' };
    case 'rotate':
      return {
        message:
          'Copy the new signing secret now: it is not shown again. For a day the former one signs beside it.',
        secret: await rotateSecret(host, trace, id),
      };
    case 'test':
      await sendTest(host, id);
      return { message: 'A test is on its way. Its delivery is listed below.' };
    case 'redeliver':
      await redeliver(host, id, asked.deliveryId);
      return { message: 'It is sent again.' };
    default:
      asked.intent satisfies 'remove';
      await removeEndpoint(host, trace, id);
      // oxlint-disable-next-line typescript/only-throw-error -- how React Router leaves an action
      throw redirect('/team/api#webhooks');
  }
}

async function takeTurn(context: Readonly<RouterContextProvider>, admin: Member) {
  const host = context.get(hostContext);
  await host.limits.take(LIMIT, admin.id);
  return host;
}
