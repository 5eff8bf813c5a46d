import { t, msg } from '../../i18n/translate.ts';
import { redirect, redirectDocument } from 'react-router';
import * as v from 'valibot';
import { chooseToAnswer } from '../../chat/server/assignment/change-status.server.ts';
import { setAvailability } from '../../chat/server/assignment/set-availability.server.ts';
import { languagesForTeam } from '../../platform/languages.ts';
import { chooseLanguage } from '../server/members/member-language.server.ts';
import { field } from '../../platform/fields.ts';
import { changePassword } from '../server/sign-in/change-password.server.ts';
import { endSession, signOutEverywhere } from '../server/sessions/sessions.server.ts';
import { signOut } from '../server/sessions/sign-in.server.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { password, code, credential } from '../../portal/pages/form-fields.server.ts';
import type { AppContext } from '../../app-context.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { addPasskey, PASSKEY_NAME_MAX_LENGTH } from '../server/factors/passkeys.server.ts';
import { PASSKEY_ID } from '../server/factors/webauthn.server.ts';
import {
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from '../server/factors/remove-factors.server.ts';
import { confirmApp, offerApp } from '../server/factors/set-up-factor.server.ts';
import type { MemberSession } from '../server/members/find-member.server.ts';
import { beginConnecting, type SentAway } from '../server/openid/flows.server.ts';
import { disconnectIdentity } from '../server/openid/identities.server.ts';

const LIMIT = { name: 'openid-connect', burst: 10, perMinute: 5 };

const PROVIDER_FORMS = [
  v.object({ intent: v.literal('connect-provider') }),
  v.object({ intent: v.literal('disconnect-provider'), issuer: field(500), subject: field(500) }),
] as const;

type ProviderForm = v.InferOutput<(typeof PROVIDER_FORMS)[number]>;

const KEEP_CODES = msg(
  "Keep these recovery codes somewhere safe. They won't be shown again. Each code signs you in once.",
);

const FACTOR_FORMS = [
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

/** The limit keeps somebody with a stolen session from guessing the password. */
const PASSWORD_LIMIT = { name: 'change-password', burst: 5, perMinute: 1 };

const accountForm = v.variant('intent', [
  v.object({ intent: v.literal('availability'), acceptsChats: field(3) }),
  v.object({ intent: v.literal('answer-visitors'), answersVisitors: field(3) }),
  v.object({
    intent: v.literal('password'),
    current: password,
    password: password,
    confirmation: password,
  }),
  v.object({ intent: v.literal('language'), language: v.picklist(['', ...languagesForTeam()]) }),
  v.object({ intent: v.literal('end-session'), id: field(64) }),
  v.object({ intent: v.literal('sign-out-everywhere') }),
  ...FACTOR_FORMS,
  ...PROVIDER_FORMS,
]);

/** The actions concern only the member's own account. */
export const action = formAction(
  accountForm,
  { admit: whoMayOpen('/team/account') },
  async (form, turn) => {
    const { appContext, trace, session, request } = turn;
    const self = session.member;
    if (isFactorForm(form)) return manageFactors(appContext, trace, session, form);
    if (isProviderForm(form)) {
      return manageProviders(appContext, trace, session, form, request.headers.get('Cookie'));
    }
    switch (form.intent) {
      case 'availability': {
        const acceptsChats = form.acceptsChats === 'yes';
        await setAvailability(appContext, self.id, acceptsChats);
        return acceptsChats
          ? t('New visitors are assigned to you.')
          : t('No new visitors are assigned to you.');
      }
      case 'answer-visitors': {
        const answersVisitors = form.answersVisitors === 'yes';
        await chooseToAnswer(appContext, trace, self.id, answersVisitors);
        return answersVisitors
          ? t('You answer visitors now. New ones are assigned to you.')
          : t('You no longer answer visitors. Yours were given to others or to the queue.');
      }
      case 'language':
        await chooseLanguage(appContext, self.id, form.language || null);
        // The page is loaded anew, because the language of an open page never changes.
        return redirectDocument('/team/account');
      case 'password':
        await appContext.limits.take(PASSWORD_LIMIT, self.id);
        await changePassword(appContext, trace, session, form);
        return t('Password changed. Your other browsers are signed out.');
      case 'end-session':
        await endSession(appContext, trace, self, form.id);
        return t('That browser is signed out.');
      default: {
        form.intent satisfies 'sign-out-everywhere';
        const cleared = await signOut(appContext.auth, request.headers);
        await signOutEverywhere(appContext, trace, self);
        return redirect('/login?notice=signed-out', { headers: cleared });
      }
    }
  },
);

function isFactorForm(form: { readonly intent: string }): form is FactorForm {
  return INTENTS.includes(form.intent);
}

async function manageFactors(
  appContext: AppContext,
  trace: Trace,
  session: MemberSession,
  form: FactorForm,
) {
  switch (form.intent) {
    case 'offer-app':
      await offerApp(appContext, trace, session);
      return '';
    case 'confirm-app':
      return added(
        await confirmApp(appContext, trace, session, form.code),
        t('The authenticator app is set up.'),
      );
    case 'remove-app':
      await removeApp(appContext, trace, session);
      return t('Authenticator app removed. Signing in no longer requires it.');
    case 'add-passkey':
      return added(await addPasskey(appContext, trace, session, form), t('The passkey is set up.'));
    case 'remove-passkey':
      await removePasskey(appContext, trace, session, form.passkey);
      return t('Passkey removed. You can no longer sign in with it.');
    default: {
      form.intent satisfies 'renew-codes';
      const codes = await renewRecoveryCodes(appContext, trace, session);
      return renewed(codes);
    }
  }
}

function renewed(codes: readonly string[]) {
  const message = t(
    "Your previous codes no longer work. Keep these recovery codes somewhere safe. They won't be shown again. Each code signs you in once.",
  );
  return { message, codes };
}

/** The first factor comes with recovery codes. */
function added(codes: readonly string[], done: string) {
  const message = codes.length > 0 ? `${done} ${t(KEEP_CODES)}` : done;
  return { message, codes };
}

function isProviderForm(form: { readonly intent: string }): form is ProviderForm {
  return form.intent === 'connect-provider' || form.intent === 'disconnect-provider';
}

async function manageProviders(
  appContext: AppContext,
  trace: Trace,
  session: MemberSession,
  form: ProviderForm,
  cookies: string | null,
) {
  await appContext.limits.take(LIMIT, session.member.id);
  if (form.intent === 'disconnect-provider') {
    await disconnectIdentity(appContext, trace, session, form);
    return t('Account disconnected. You can no longer sign in with it.');
  }
  return goTo(
    await beginConnecting(appContext, session, { cookies, next: '/team/account?connected' }),
  );
}

/** The client router turns this redirect into a page load, to which the policy for forms does not apply. */
export function goTo({ address, cookie }: SentAway): Response {
  return redirect(address, { headers: { 'Set-Cookie': cookie } });
}
