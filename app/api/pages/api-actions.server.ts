import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import {
  createEmbedSecret,
  removeEmbedSecret,
} from '../../chat/embed/server/embed-secrets.server.ts';
import { ORIGIN_MAX_LENGTH } from '../../chat/protocol/elsewhere.ts';
import { field, text, uuid } from '../../platform/fields.ts';
import { toLatinDigits } from '../../platform/latin-digits.ts';
import { createApiKey, revokeApiKey } from '../server/api-keys.server.ts';
import { KEY_NAME_MAX_LENGTH } from '../protocol/rules.ts';
import { SCOPES } from '../protocol/scopes.ts';
import { addEndpoint } from '../../webhooks/server/manage-endpoints.server.ts';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { ENDPOINT_FIELDS, INTEGRATIONS } from '../../webhooks/pages/webhook-actions.server.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';

const origin = text(ORIGIN_MAX_LENGTH);

const onList = v.variant('intent', [
  v.object({
    intent: v.literal('create-key'),
    name: text(KEY_NAME_MAX_LENGTH, () =>
      t(
        'Enter a name for the key, at most {most, plural, one {# character} other {# characters}}.',
        {
          most: KEY_NAME_MAX_LENGTH,
        },
      ),
    ),
    scopes: v.array(v.picklist(SCOPES)),
    perMinute: field(8),
  }),
  v.object({ intent: v.literal('revoke-key'), id: uuid }),
  v.object({ intent: v.literal('add-webhook'), ...ENDPOINT_FIELDS }),
  v.object({ intent: v.picklist(['make-host-secret', 'remove-host-secret']), origin }),
]);

/** The use case rejects 0. */
function readPerMinute(typed: string): number {
  const text = toLatinDigits(typed).trim();
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

export const action = formAction(
  onList,
  INTEGRATIONS,
  async (form, { appContext, session, trace }) => {
    switch (form.intent) {
      case 'create-key':
        requireFreshProof(session, appContext.clock);
        return {
          message: t("Copy the key now. It won't be shown again."),
          secret: await createApiKey(appContext, trace, {
            name: form.name,
            scopes: form.scopes,
            perMinute: readPerMinute(form.perMinute),
          }),
        };
      case 'revoke-key':
        await revokeApiKey(appContext, trace, form.id);
        return t('Key revoked. It no longer works.');
      case 'make-host-secret':
        requireFreshProof(session, appContext.clock);
        return {
          message: t("Copy the signing secret for {origin} now. It won't be shown again.", {
            origin: form.origin,
          }),
          secret: await createEmbedSecret(appContext, trace, form.origin),
        };
      case 'remove-host-secret':
        await removeEmbedSecret(appContext, trace, form.origin);
        return t('Signing secret removed. The site can no longer identify its visitors.');
      default: {
        form.intent satisfies 'add-webhook';
        if (form.withContents) requireFreshProof(session, appContext.clock);
        const { secret } = await addEndpoint(appContext, appContext.webhooks.policy, trace, form);
        return { message: t("Copy the signing secret now. It won't be shown again."), secret };
      }
    }
  },
);
