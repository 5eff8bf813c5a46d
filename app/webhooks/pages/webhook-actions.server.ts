import { say } from '../../platform/say.ts';
import { data, redirect } from 'react-router';
import * as v from 'valibot';
import { isUuid, uuid } from '../../platform/fields.ts';
import {
  changeEndpoint,
  pauseEndpoint,
  redeliver,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  sendTest,
} from '../server/manage-endpoints.server.ts';
import { requireFreshProof } from '../../accounts/server/factors/proof.ts';
import { ENDPOINT_FIELDS, INTEGRATIONS } from './endpoint-form.server.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';

const onEndpoint = v.variant('intent', [
  v.object({ intent: v.picklist(['pause', 'resume', 'rotate', 'test', 'remove']) }),
  v.object({ intent: v.literal('change'), ...ENDPOINT_FIELDS }),
  v.object({ intent: v.literal('redeliver'), deliveryId: uuid }),
]);

export const action = formAction(onEndpoint, INTEGRATIONS, async (form, turn) => {
  const { host, trace } = turn;
  const { id = '' } = turn.params;
  if (!isUuid(id)) throw data(null, { status: 404 });
  switch (form.intent) {
    case 'change':
      if (form.withContents) requireFreshProof(turn.session, host.clock);
      await changeEndpoint(host, host.webhooks.policy, trace, id, form);
      return say('The webhook is changed.');
    case 'pause':
      await pauseEndpoint(host, trace, id);
      return say('The webhook is paused. What happens meanwhile waits.');
    case 'resume':
      await resumeEndpoint(host, trace, id);
      return say('The webhook sends again.');
    case 'rotate':
      requireFreshProof(turn.session, host.clock);
      return {
        message: say(
          'Copy the new signing secret now: it is not shown again. For a day the former one signs beside it.',
        ),
        secret: await rotateSecret(host, trace, id),
      };
    case 'test':
      await sendTest(host, id);
      return say('A test is on its way. Its delivery is listed below.');
    case 'redeliver':
      await redeliver(host, id, form.deliveryId);
      return say('It is sent again.');
    default:
      form.intent satisfies 'remove';
      await removeEndpoint(host, trace, id);
      return redirect('/team/api#webhooks');
  }
});
