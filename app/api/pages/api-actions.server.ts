import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { makeHostSecret, removeHostSecret } from '../../chat/embed/server/host-secrets.server.ts';
import { ORIGIN_MAX_LENGTH } from '../../chat/protocol/elsewhere.ts';
import { field, text, uuid } from '../../platform/fields.ts';
import { createApiKey, revokeApiKey } from '../server/api-keys.server.ts';
import { KEY_NAME_MAX_LENGTH } from '../protocol/rules.ts';
import { SCOPES } from '../protocol/scopes.ts';
import { addEndpoint } from '../../webhooks/server/manage-endpoints.server.ts';
import { requireFreshProof } from '../../accounts/server/factors/proof.ts';
import { ENDPOINT_FIELDS, INTEGRATIONS } from '../../webhooks/pages/endpoint-form.server.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';

const origin = text(ORIGIN_MAX_LENGTH);

const onList = v.variant('intent', [
  v.object({
    intent: v.literal('create-key'),
    name: text(KEY_NAME_MAX_LENGTH, () =>
      say('Please give the key a name of at most {most} characters.', {
        most: KEY_NAME_MAX_LENGTH,
      }),
    ),
    scopes: v.array(v.picklist(SCOPES)),
    perMinute: field(8),
  }),
  v.object({ intent: v.literal('revoke-key'), id: uuid }),
  v.object({ intent: v.literal('add-webhook'), ...ENDPOINT_FIELDS }),
  v.object({ intent: v.picklist(['make-host-secret', 'remove-host-secret']), origin }),
]);

/** The use case rejects 0. */
const readPerMinute = (typed: string) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0);

export const action = formAction(onList, INTEGRATIONS, async (form, { host, session, trace }) => {
  switch (form.intent) {
    case 'create-key':
      requireFreshProof(session, host.clock);
      return {
        message: say('Copy the key now: it is not shown again.'),
        secret: await createApiKey(host, trace, {
          name: form.name,
          scopes: form.scopes,
          perMinute: readPerMinute(form.perMinute),
        }),
      };
    case 'revoke-key':
      await revokeApiKey(host, trace, form.id);
      return say('The key no longer works.');
    case 'make-host-secret':
      requireFreshProof(session, host.clock);
      return {
        message: say('Copy the signing secret of {origin} now: it is not shown again.', {
          origin: form.origin,
        }),
        secret: await makeHostSecret(host, trace, form.origin),
      };
    case 'remove-host-secret':
      await removeHostSecret(host, trace, form.origin);
      return say('The site no longer says who its visitors are.');
    default: {
      form.intent satisfies 'add-webhook';
      if (form.withContents) requireFreshProof(session, host.clock);
      const { secret } = await addEndpoint(host, host.webhooks.policy, trace, form);
      return { message: say('Copy the signing secret now: it is not shown again.'), secret };
    }
  }
});
