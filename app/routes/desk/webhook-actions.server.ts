import { redirect, type RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { checkForm } from '../../platform/read-form.ts';
import { uuid } from '../../platform/fields.ts';
import type { Member } from '../../team/members/member.ts';
import {
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
import { ENDPOINT_FIELDS, takeTurn } from './integration-turn.server.ts';

const onEndpoint = v.variant('intent', [
  v.object({ intent: v.picklist(['pause', 'resume', 'rotate', 'test', 'remove']) }),
  v.object({ intent: v.literal('change'), ...ENDPOINT_FIELDS }),
  v.object({ intent: v.literal('redeliver'), deliveryId: uuid }),
]);

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
