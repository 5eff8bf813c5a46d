import { redirect } from 'react-router';
import * as v from 'valibot';
import { PasskeyButton } from '../../accounts/ui/passkey-button.tsx';
import { appContextKey, requestContext } from '../../app-context.ts';
import { requireClientPage, SIGN_IN_PATH } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { languageNow, t } from '../../i18n/translate.ts';
import { field } from '../../platform/fields.ts';
import { ownNameOf } from '../../platform/languages.ts';
import { client, formAction } from '../../portal/pages/form-action.server.ts';
import { credential } from '../../portal/pages/form-fields.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Rich } from '../../ui/rich.tsx';
import { readClientBilling, saveClientBilling } from '../server/billing.server.ts';
import {
  addClientPasskey,
  readClientPasskeys,
  removeClientPasskey,
} from '../server/passkeys/client-passkeys.server.ts';
import {
  readAnswersByEmail,
  saveAnswersByEmail,
  saveLanguage,
} from '../server/preferences.server.ts';
import { forgetClientCookie } from '../server/sessions/client-cookie.server.ts';
import {
  endDevice,
  endOtherDevices,
  signOutClient,
} from '../server/sessions/end-session.server.ts';
import { readDevices } from '../server/sessions/find-client.server.ts';
import { AccountFrame, AccountSection } from '../ui/account-frame.tsx';
import { BillingSection } from '../ui/billing-section.tsx';
import type { Route } from './+types/account-settings.ts';
import { BILLING_FORM, billingIn } from './billing-form.server.ts';
import { redirectInto } from './signed-in.server.ts';

export const handle = { messages: await loadMessages('clients', 'orders') };

const LIMIT = { name: 'client-settings', burst: 40, perMinute: 20 };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Account settings'), matches[0].loaderData);

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireClientPage(context, request);
  const { db, clock, settings } = context.get(appContextKey);
  const [devices, passkeys, billing, answersByEmail] = await Promise.all([
    readDevices(db, clock, session),
    readClientPasskeys(db, session.client.id),
    readClientBilling(db, session.client),
    readAnswersByEmail(db, session.client),
  ]);
  return {
    email: session.client.email,
    language: session.client.language ?? languageNow(),
    languages: settings.languages.offered,
    devices,
    passkeys,
    billing,
    answersByEmail,
  };
}

const id = field(1400);
const form = v.variant('intent', [
  v.object({ intent: v.picklist(['sign-out', 'end-others']) }),
  v.object({ intent: v.literal('end-device'), id }),
  v.object({ intent: v.literal('language'), language: field(20) }),
  v.object({ intent: v.literal('billing'), ...BILLING_FORM }),
  v.object({ intent: v.literal('emails'), answers: field(10) }),
  v.object({ intent: v.literal('add-passkey'), credential, name: field(60) }),
  v.object({ intent: v.literal('remove-passkey'), id }),
]);

export const action = formAction(
  form,
  { admit: client, limit: LIMIT },
  async (sent, { appContext, context, session, headers }) => {
    const { id: requestId } = context.get(requestContext);
    switch (sent.intent) {
      case 'sign-out': {
        await signOutClient(appContext, requestId, session);
        headers.append('Set-Cookie', forgetClientCookie(appContext.settings.origin));
        return redirect(SIGN_IN_PATH, { headers });
      }
      case 'end-others':
        await endOtherDevices(appContext, requestId, session);
        return t('The other devices are signed out.');
      case 'end-device':
        await endDevice(appContext, requestId, session, sent.id);
        return t('The device is signed out.');
      case 'language': {
        const language = await saveLanguage(appContext, session.client, sent.language);
        if (language === languageNow()) return t('Saved.');
        return redirectInto(appContext, language, '/account/settings', headers);
      }
      case 'billing':
        await saveClientBilling(appContext, requestId, session.client, billingIn(sent));
        return t('The billing details are saved.');
      case 'emails':
        await saveAnswersByEmail(appContext, session.client, sent.answers === 'on');
        return t('Saved.');
      case 'add-passkey':
        await addClientPasskey(appContext, requestId, session, sent);
        return t('The passkey is added. You can sign in with it from now on.');
      default:
        await removeClientPasskey(appContext, requestId, session, sent.id);
        return t('The passkey is removed.');
    }
  },
);

type Loaded = Route.ComponentProps['loaderData'];

export default function AccountSettings({ actionData, loaderData }: Route.ComponentProps) {
  const { email, answersByEmail, languages } = loaderData;
  return (
    <AccountFrame title={t('Settings')}>
      <AnswerNotice answer={actionData} className="mt-5" />
      <p className="mt-3 text-ink-2 [overflow-wrap:anywhere]">
        <Rich
          text={t('You are signed in as <address>{email}</address>.', { email })}
          parts={{ address: <bdi /> }}
        />
      </p>
      <FormButton
        fields={{ intent: 'sign-out' }}
        formClassName="mt-4"
        className="button button-line"
      >
        {t('Sign out')}
      </FormButton>
      {languages.length > 1 && <LanguageChoice {...loaderData} />}
      <BillingSection
        billing={loaderData.billing}
        answer={actionData}
        hint={t('For the invoices of your next orders. A company has its own.')}
      />
      {answersByEmail !== null && <EmailChoice isOn={answersByEmail} />}
      <Passkeys passkeys={loaderData.passkeys} />
      <Devices devices={loaderData.devices} />
    </AccountFrame>
  );
}

function LanguageChoice({ language, languages }: Pick<Loaded, 'language' | 'languages'>) {
  return (
    <AccountSection id="language" title={t('Language')}>
      <p className="mt-2 text-ink-2">{t('For your account and for the emails we send you.')}</p>
      <ActionForm className="mt-4 grid max-w-[420px] gap-4" preventScrollReset>
        <SelectField
          name="language"
          label={t('Language')}
          defaultValue={language}
          options={languages.map((value) => ({ value, name: ownNameOf(value) }))}
        />
        <div>
          <SubmitButton name="intent" value="language" className="button button-line">
            {t('Save')}
          </SubmitButton>
        </div>
      </ActionForm>
    </AccountSection>
  );
}

function EmailChoice({ isOn }: { readonly isOn: boolean }) {
  return (
    <AccountSection id="emails" title={t('Emails')}>
      <ActionForm className="mt-3 grid gap-4" preventScrollReset>
        <CheckboxField
          name="answers"
          value="on"
          label={t('Email me our answers that I have not read')}
          defaultChecked={isOn}
        />
        <p className="text-[15px] text-ink-2">
          {t('Emails about your orders and payments are always sent.')}
        </p>
        <div>
          <SubmitButton name="intent" value="emails" className="button button-line">
            {t('Save')}
          </SubmitButton>
        </div>
      </ActionForm>
    </AccountSection>
  );
}

const ROW =
  'mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-surface p-4 ring-1 ring-line';

function Passkeys({ passkeys }: Pick<Loaded, 'passkeys'>) {
  return (
    <AccountSection id="passkeys" title={t('Passkeys')}>
      <p className="mt-2 text-ink-2">
        {t('Sign in with your fingerprint, face or screen lock instead of a code.')}
      </p>
      <ul>
        {passkeys.map(({ id: key, name, addedAt, usedAt }) => (
          <li key={key} className={ROW}>
            <div className="min-w-0">
              <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
                {name}
              </p>
              <p className="text-[15px] text-ink-2">
                <Rich
                  text={
                    usedAt === null
                      ? t('Added <at/>, not used yet')
                      : t('Added <at/>, last used <used/>')
                  }
                  parts={{ at: <Moment at={addedAt} />, used: <Moment at={usedAt ?? addedAt} /> }}
                />
              </p>
            </div>
            <FormButton
              fields={{ intent: 'remove-passkey', id: key }}
              aria-label={t('Remove passkey {name}', { name })}
            >
              {t('Remove')}
            </FormButton>
          </li>
        ))}
      </ul>
      <PasskeyButton
        purpose="add"
        optionsAt="/account/passkey/new"
        fields={{ intent: 'add-passkey' }}
        label={t('Add a passkey')}
        className="mt-4 grid max-w-[420px] gap-4"
      >
        <TextField
          name="name"
          label={t('Name of the passkey')}
          hint={t('For example: my phone')}
          maxLength={60}
          autoComplete="off"
        />
      </PasskeyButton>
    </AccountSection>
  );
}

function Devices({ devices }: Pick<Loaded, 'devices'>) {
  return (
    <AccountSection id="devices" title={t('Devices')}>
      <p className="mt-2 text-ink-2">
        {t('Devices stay signed in for 90 days. Sign out those that you do not recognise.')}
      </p>
      <ul>
        {devices.map(({ id: device, name, signedInAt, seenAt, isCurrent }) => (
          <li key={device} className={ROW}>
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <bdi>{name}</bdi>
                {isCurrent && <Chip tone="success">{t('This device')}</Chip>}
              </p>
              <p className="text-[15px] text-ink-2">
                <Rich
                  text={t('Signed in <at/>, last used <used/>')}
                  parts={{ at: <Moment at={signedInAt} />, used: <Moment at={seenAt} /> }}
                />
              </p>
            </div>
            {!isCurrent && (
              <FormButton
                fields={{ intent: 'end-device', id: device }}
                aria-label={t('Sign out {name}', { name })}
              >
                {t('Sign out')}
              </FormButton>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <FormButton
          fields={{ intent: 'end-others' }}
          formClassName="mt-4"
          className="button button-line"
        >
          {t('Sign out all other devices')}
        </FormButton>
      )}
    </AccountSection>
  );
}
