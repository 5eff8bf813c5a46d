import { redirect, useHref } from 'react-router';
import * as v from 'valibot';
import { localPath } from '../../accounts/protocol/local-path.ts';
import { PasskeyButton } from '../../accounts/ui/passkey-button.tsx';
import { appContextKey, requestContext } from '../../app-context.ts';
import { findBrowser, visitorCookies } from '../../chat/server/messages/visitor-browser.server.ts';
import { deviceOf, findClientOf } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readKnownBuyer } from '../../orders/server/checkout/read-known-buyer.server.ts';
import { EMAIL_MAX_LENGTH } from '../../platform/email.ts';
import { anybody, formAction } from '../../portal/pages/form-action.server.ts';
import { code, credential, email } from '../../portal/pages/form-fields.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Rich } from '../../ui/rich.tsx';
import { SmallPage } from '../../ui/small-page.tsx';
import { signInByPasskey } from '../server/passkeys/client-passkeys.server.ts';
import { askSignIn } from '../server/sign-in/ask-sign-in.server.ts';
import { signInByCode } from '../server/sign-in/finish-sign-in.server.ts';
import type { Route } from './+types/sign-in.ts';
import { redirectSignedIn } from './signed-in.server.ts';

export const handle = { messages: await loadMessages('clients') };

const SIGN_IN_PAGE = '/account/sign-in';

/** The limits of addresses and codes apply as well. */
const BY_NETWORK = { name: 'client-sign-in-form', burst: 30, perMinute: 15 };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Sign in'), matches[0].loaderData);

const nextOf = (request: Request) =>
  localPath(new URL(request.url).searchParams.get('next'), '/account');

export async function loader({ context, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  if (await findClientOf(appContext, request)) throw redirect(nextOf(request));
  const browserId = await findBrowser(appContext, visitorCookies(request.headers));
  // The address of this browser's own chat or order, and of no other browser's.
  const { email: known } = await readKnownBuyer(appContext.db, browserId);
  return { known };
}

const form = v.variant('intent', [
  v.object({ intent: v.literal('send'), email }),
  v.object({ intent: v.literal('code'), email, code }),
  v.object({ intent: v.literal('passkey'), credential }),
]);

export const action = formAction(
  form,
  { admit: anybody, limit: BY_NETWORK },
  async (sent, { appContext, context, request, network, headers }) => {
    const { id: requestId } = context.get(requestContext);
    const next = nextOf(request);
    const device = await deviceOf(appContext, request, headers);
    if (sent.intent === 'send') {
      const asked = { browserId: device.browserId, email: sent.email, network, next };
      return { message: '', codeSentTo: await askSignIn(appContext, asked) };
    }
    const setCookie =
      sent.intent === 'code'
        ? await signInByCode(appContext, requestId, device, { ...sent, network })
        : await signInByPasskey(appContext, requestId, device, sent.credential);
    headers.append('Set-Cookie', setCookie);
    return redirectSignedIn(appContext, setCookie, next, headers);
  },
);

export default function SignIn({ actionData, loaderData }: Route.ComponentProps) {
  const answer: (FormAnswer & { readonly codeSentTo?: string }) | undefined = actionData;
  const typed = answer?.codeSentTo ?? (answer?.intent === 'code' ? answer.typed.email : undefined);
  if (typed !== undefined) return <EnterCode email={typed} answer={answer} />;
  return (
    <SmallPage title={t('Sign in')}>
      <p className="mt-4 text-[17px] text-ink-2">
        {t(
          'We email you a code and a link. You need no password, and you can order without signing in.',
        )}
      </p>
      <AnswerNotice answer={answer} className="mt-5" />
      <ActionForm className="mt-6 grid gap-5">
        <EmailField answer={answer} known={loaderData.known} />
        <SubmitButton name="intent" value="send" className="button button-primary w-full">
          {t('Send code')}
        </SubmitButton>
      </ActionForm>
      <PasskeyButton
        purpose="prove"
        optionsAt="/account/passkey"
        fields={{ intent: 'passkey' }}
        label={t('Use a passkey')}
        className="mt-4 grid gap-4"
      />
    </SmallPage>
  );
}

function EmailField({
  answer,
  known,
}: {
  readonly answer: FormAnswer | undefined;
  readonly known: string;
}) {
  const { defaultValue, ...field } = answeredField(answer)('email');
  return (
    <TextField
      {...field}
      defaultValue={defaultValue ?? known}
      label={t('Email address')}
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={EMAIL_MAX_LENGTH}
    />
  );
}

interface EnterCodeProps {
  readonly email: string;
  readonly answer: FormAnswer | undefined;
}

function EnterCode({ email: address, answer }: EnterCodeProps) {
  const { error } = answeredField(answer?.intent === 'code' ? answer : undefined)('code');
  return (
    <SmallPage title={t('Enter the code')}>
      <p role="status" className="mt-4 text-[17px] text-ink-2 [overflow-wrap:anywhere]">
        <Rich
          text={t(
            'We sent an email with a code and a link to <address>{email}</address>, if it can receive email from us.',
            { email: address },
          )}
          parts={{ address: <bdi /> }}
        />
      </p>
      <AnswerNotice answer={answer} className="mt-5" />
      <ActionForm className="mt-6 grid gap-5">
        <input type="hidden" name="email" value={address} />
        <TextField
          name="code"
          label={t('Six-digit code')}
          error={error}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
        />
        <SubmitButton name="intent" value="code" className="button button-primary w-full">
          {t('Sign in')}
        </SubmitButton>
      </ActionForm>
      <ActionForm className="mt-4">
        <input type="hidden" name="email" value={address} />
        <SubmitButton name="intent" value="send" className="button button-line w-full">
          {t('Send another code')}
        </SubmitButton>
      </ActionForm>
      <p className="mt-5 text-[15px] text-ink-2">
        <a href={useHref(SIGN_IN_PAGE)} className="link">
          {t('Use another address')}
        </a>
      </p>
    </SmallPage>
  );
}
