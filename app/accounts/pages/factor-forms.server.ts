import { added, renewed } from './factor-answers.ts';
import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import type { Host } from '../../host.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { field } from '../../platform/fields.ts';
import {
  addPasskey,
  PASSKEY_ID,
  PASSKEY_NAME_MAX_LENGTH,
} from '../server/factors/passkeys.server.ts';
import {
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from '../server/factors/remove-factors.server.ts';
import { confirmApp, offerApp } from '../server/factors/set-up-app.server.ts';
import type { MemberSession } from '../server/members/find-member.server.ts';
import { code, credential } from '../../portal/pages/form-fields.server.ts';

export const FACTOR_FORMS = [
  v.object({ intent: v.picklist(['offer-app', 'remove-app', 'renew-codes']) }),
  v.object({ intent: v.literal('confirm-app'), code }),
  v.object({
    intent: v.literal('add-passkey'),
    credential,
    name: field(PASSKEY_NAME_MAX_LENGTH),
  }),
  v.object({
    intent: v.literal('remove-passkey'),
    passkey: v.pipe(v.string(), v.regex(PASSKEY_ID)),
  }),
] as const;

type FactorForm = v.InferOutput<(typeof FACTOR_FORMS)[number]>;

const INTENTS = 'offer-app remove-app renew-codes confirm-app add-passkey remove-passkey'.split(
  ' ',
);

export function isFactorForm(form: { readonly intent: string }): form is FactorForm {
  return INTENTS.includes(form.intent);
}

export async function manageFactors(
  host: Host,
  trace: Trace,
  session: MemberSession,
  form: FactorForm,
) {
  switch (form.intent) {
    case 'offer-app':
      await offerApp(host, trace, session);
      return '';
    case 'confirm-app':
      return added(await confirmApp(host, trace, session, form.code), say('The authenticator app'));
    case 'remove-app':
      await removeApp(host, trace, session);
      return say('Sign-in asks for no authenticator app any more.');
    case 'add-passkey':
      return added(await addPasskey(host, trace, session, form), say('The passkey'));
    case 'remove-passkey':
      await removePasskey(host, trace, session, form.passkey);
      return say('That passkey opens nothing any more.');
    default: {
      form.intent satisfies 'renew-codes';
      const codes = await renewRecoveryCodes(host, trace, session);
      return renewed(codes);
    }
  }
}
