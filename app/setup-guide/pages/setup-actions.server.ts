import * as v from 'valibot';
import { redirect } from 'react-router';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { createAdmin } from '../../accounts/server/members/create-admin.server.ts';
import { endOwnSession } from '../../accounts/server/sessions/sessions.server.ts';
import { signOut } from '../../accounts/server/sessions/sign-in.server.ts';
import { sendTestMail } from '../../accounts/server/settings/send-test-mail.server.ts';
import { MAIL_LIMIT } from '../../accounts/pages/settings-actions.server.ts';
import { chooseToAnswer } from '../../chat/server/assignment/change-status.server.ts';
import { t } from '../../i18n/translate.ts';
import { placeTestOrder } from '../../orders/server/test-order/test-order.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { email, password, personName } from '../../portal/pages/form-fields.server.ts';
import { dismissGuide, recordMailTest } from '../server/manage-guide.server.ts';
import { endTestOrder, readTestedServices } from '../server/test-order.server.ts';
import { isDemoMember } from '../server/read-demo.server.ts';
import { startRemoval } from '../server/remove-demo.server.ts';

const LIMIT = { name: 'setup-action', burst: 30, perMinute: 30 };

const wanted = v.variant('intent', [
  v.object({
    intent: v.picklist([
      'dismiss',
      'resume',
      'test-mail',
      'place-test',
      'remove-test',
      'answer-visitors',
    ]),
  }),
  v.object({ intent: v.literal('remove-demo'), services: v.optional(v.literal('hide')) }),
  v.object({
    intent: v.literal('own-account'),
    firstName: personName,
    lastName: personName,
    email,
    password,
    confirmation: password,
  }),
]);

export const action = formAction(
  wanted,
  { admit: whoMayOpen('/team/setup'), limit: LIMIT },
  async (form, { appContext, session, trace, request }) => {
    const { db, settings, limits, clock } = appContext;
    const { member, sessionId } = session;
    switch (form.intent) {
      case 'test-mail': {
        await limits.take(MAIL_LIMIT, member.id);
        const test = await sendTestMail(appContext, settings, member.email);
        if (!test.isAccepted) throw new RefusedError(502, test.message);
        await recordMailTest(appContext, settings);
        return test.message;
      }
      case 'own-account': {
        requireFreshProof(session, clock);
        // Everybody else is invited, and chooses the password alone.
        if (!(await isDemoMember(db, member.id))) {
          throw new RefusedError(409, t('You are already signed in with an account of your own.'));
        }
        await createAdmin(appContext, trace, form);
        const headers = await signOut(appContext.auth, request.headers);
        await endOwnSession(appContext, trace, member, sessionId);
        return redirect('/login?notice=account-ready', { headers });
      }
      case 'remove-demo':
        requireFreshProof(session, clock);
        await startRemoval(appContext, trace, member, { hidesServices: form.services === 'hide' });
        return t('The demo data is being removed.');
      case 'place-test': {
        const number = await placeTestOrder(
          appContext,
          trace,
          member,
          await readTestedServices(appContext),
        );
        return t('The test order {number} is placed.', { number });
      }
      case 'remove-test':
        await endTestOrder(appContext, trace);
        return t('The test order is gone.');
      case 'answer-visitors':
        await chooseToAnswer(appContext, trace, member.id, true);
        return t('You answer visitors now. New ones are assigned to you.');
      case 'dismiss':
        await dismissGuide(appContext, trace, true);
        return t('The guide no longer opens after sign-in. You find it under Settings.');
      default:
        form.intent satisfies 'resume';
        await dismissGuide(appContext, trace, false);
        return t('The guide opens after sign-in again, until every step is done.');
    }
  },
);
