import { t } from '../../i18n/translate.ts';
import { data, redirect } from 'react-router';
import * as v from 'valibot';
import { isUuid, uuid, text } from '../../platform/fields.ts';
import {
  changeEndpoint,
  pauseEndpoint,
  redeliver,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  sendTest,
} from '../server/manage-endpoints.server.ts';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { URL_MAX_LENGTH } from '../../platform/outgoing/target.server.ts';
import { EVENT_TYPES } from '../protocol/events.ts';

/** The forms that add and change a webhook share these fields. */
export const ENDPOINT_FIELDS = {
  url: text(URL_MAX_LENGTH, () =>
    t('Use an address of at most {most, plural, one {# character} other {# characters}}', {
      most: URL_MAX_LENGTH,
    }),
  ),
  events: v.array(v.picklist(EVENT_TYPES)),
  withContents: v.pipe(
    v.optional(v.picklist(['yes', '']), ''),
    v.transform((chosen) => chosen === 'yes'),
  ),
};

/** The rate limit suits a person. */
export const INTEGRATIONS = {
  admit: whoMayOpen('/team/api'),
  limit: { name: 'integration-action', burst: 60, perMinute: 60 },
  lists: ['events', 'scopes'],
};

const onEndpoint = v.variant('intent', [
  v.object({ intent: v.picklist(['pause', 'resume', 'rotate', 'test', 'remove']) }),
  v.object({ intent: v.literal('change'), ...ENDPOINT_FIELDS }),
  v.object({ intent: v.literal('redeliver'), deliveryId: uuid }),
]);

export const action = formAction(onEndpoint, INTEGRATIONS, async (form, turn) => {
  const { appContext, trace } = turn;
  const { id = '' } = turn.params;
  if (!isUuid(id)) throw data(null, { status: 404 });
  switch (form.intent) {
    case 'change':
      if (form.withContents) requireFreshProof(turn.session, appContext.clock);
      await changeEndpoint(appContext, appContext.webhooks.policy, trace, id, form);
      return t('Webhook saved.');
    case 'pause':
      await pauseEndpoint(appContext, trace, id);
      return t('Webhook paused. New events wait until you resume it.');
    case 'resume':
      await resumeEndpoint(appContext, trace, id);
      return t('Webhook resumed.');
    case 'rotate':
      requireFreshProof(turn.session, appContext.clock);
      return {
        message: t(
          "Copy the new signing secret now. It won't be shown again. For one day, requests are also signed with the previous secret.",
        ),
        secret: await rotateSecret(appContext, trace, id),
      };
    case 'test':
      await sendTest(appContext, id);
      return t('Test event queued. You can follow its delivery below.');
    case 'redeliver':
      await redeliver(appContext, id, form.deliveryId);
      return t('The event will be sent again.');
    default:
      form.intent satisfies 'remove';
      await removeEndpoint(appContext, trace, id);
      return redirect('/team/api#webhooks');
  }
});
