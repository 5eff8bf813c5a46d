import type { RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { KEY_NAME_MAX_LENGTH } from '../../reach/api/rules.ts';
import { checkForm } from '../../platform/read-form.ts';
import { text, uuid } from '../../platform/fields.ts';
import { createApiKey, revokeApiKey } from '../../reach/api/api-keys.server.ts';
import type { Member } from '../../team/members/member.ts';
import { addEndpoint } from '../../reach/webhook/manage-endpoints.server.ts';
import { traceOf } from './form-answer.server.ts';
import type { Done } from './integration-answer.server.ts';
import { ENDPOINT_FIELDS, takeTurn } from './integration-turn.server.ts';

const onList = v.variant('intent', [
  v.object({
    intent: v.literal('create-key'),
    name: text(
      KEY_NAME_MAX_LENGTH,
      `Please give the key a name of at most ${KEY_NAME_MAX_LENGTH} characters.`,
    ),
  }),
  v.object({ intent: v.literal('revoke-key'), id: uuid }),
  v.object({ intent: v.literal('add-webhook'), ...ENDPOINT_FIELDS }),
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
