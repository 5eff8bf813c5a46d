import { say } from '../../platform/say.ts';
import { redirect, redirectDocument } from 'react-router';
import * as v from 'valibot';
import { setAvailability } from '../../chat/server/assignment/set-availability.server.ts';
import { LANGUAGES } from '../../platform/languages.ts';
import { chooseLanguage } from '../server/members/choose-language.server.ts';
import { field } from '../../platform/fields.ts';
import { changePassword } from '../server/sign-in/change-password.server.ts';
import { endSession, signOutEverywhere } from '../server/sessions/sessions.server.ts';
import { signOut } from '../server/sessions/sign-in.server.ts';
import { FACTOR_FORMS, isFactorForm, manageFactors } from './factor-forms.server.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';
import { password } from '../../portal/pages/form-fields.server.ts';
import { isProviderForm, manageProviders, PROVIDER_FORMS } from './provider-forms.server.ts';

/** The limit keeps somebody with a stolen session from guessing the password. */
const PASSWORD_LIMIT = { name: 'change-password', burst: 5, perMinute: 1 };

const accountForm = v.variant('intent', [
  v.object({ intent: v.literal('availability'), acceptsChats: field(3) }),
  v.object({
    intent: v.literal('password'),
    current: password,
    password: password,
    confirmation: password,
  }),
  v.object({ intent: v.literal('language'), language: v.picklist(['', ...LANGUAGES]) }),
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
    const { host, trace, session, request } = turn;
    const self = session.member;
    if (isFactorForm(form)) return manageFactors(host, trace, session, form);
    if (isProviderForm(form)) {
      return manageProviders(host, trace, session, form, request.headers.get('Cookie'));
    }
    switch (form.intent) {
      case 'availability': {
        const acceptsChats = form.acceptsChats === 'yes';
        await setAvailability(host, self.id, acceptsChats);
        return acceptsChats
          ? say('New visitors come to you.')
          : say('No new visitors come to you.');
      }
      case 'language':
        await chooseLanguage(host, self.id, form.language || null);
        // The page is loaded anew, because the language of an open page never changes.
        return redirectDocument('/team/account');
      case 'password':
        await host.limits.take(PASSWORD_LIMIT, self.id);
        await changePassword(host, trace, session, form);
        return say('Your password is changed. Your other browsers are signed out.');
      case 'end-session':
        await endSession(host, trace, self, form.id);
        return say('That browser is signed out.');
      default: {
        form.intent satisfies 'sign-out-everywhere';
        const cleared = await signOut(host.auth, request.headers);
        await signOutEverywhere(host, trace, self);
        return redirect('/login?notice=signed-out', { headers: cleared });
      }
    }
  },
);
