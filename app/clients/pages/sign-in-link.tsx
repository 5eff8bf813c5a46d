import * as v from 'valibot';
import { localPath } from '../../accounts/protocol/local-path.ts';
import { readToken } from '../../accounts/pages/read-token.server.ts';
import { appContextKey, requestContext } from '../../app-context.ts';
import { deviceOf } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { Link } from 'react-router';
import { anybody, formAction } from '../../portal/pages/form-action.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Rich } from '../../ui/rich.tsx';
import { SmallPage } from '../../ui/small-page.tsx';
import {
  disownSignIn,
  findSignInLink,
  signInByLink,
  SIGN_IN_LINK_IS_OVER,
} from '../server/sign-in/finish-sign-in.server.ts';
import type { Route } from './+types/sign-in-link.ts';
import { redirectSignedIn } from './signed-in.server.ts';

export const handle = { messages: await loadMessages('clients') };

const BY_NETWORK = { name: 'client-sign-in-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Sign in'), matches[0].loaderData);

/** The loader must not use up the link, because programs that scan emails open links. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContextKey);
  const found = await findSignInLink(db, clock, readToken(request));
  return {
    email: found?.email ?? null,
    problem: !found || found.isOver ? t(SIGN_IN_LINK_IS_OVER) : null,
  };
}

const form = v.object({ intent: v.optional(v.picklist(['sign-in', 'not-mine']), 'sign-in') });

export const action = formAction(
  form,
  { admit: anybody, limit: BY_NETWORK },
  async ({ intent }, { appContext, context, request, headers, token }) => {
    const { id: requestId } = context.get(requestContext);
    if (intent === 'not-mine') {
      await disownSignIn(appContext, requestId, token);
      return t(
        'Thank you. The codes and links that were requested for this address no longer work. You can request a new one now.',
      );
    }
    const device = await deviceOf(appContext, request, headers);
    const setCookie = await signInByLink(appContext, requestId, device, token);
    headers.append('Set-Cookie', setCookie);
    const next = localPath(new URL(request.url).searchParams.get('next'), '/account');
    return redirectSignedIn(appContext, setCookie, next, headers);
  },
);

export default function SignInLink({ actionData, loaderData }: Route.ComponentProps) {
  if (actionData?.isDone) {
    return (
      <SmallPage title={t('Sign in')}>
        <div className="mt-6">
          <Notice kind="success">{actionData.message}</Notice>
        </div>
        <NewLink />
      </SmallPage>
    );
  }
  const problem = actionData ? actionData.message : loaderData.problem;
  if (problem !== null || loaderData.email === null) {
    return (
      <SmallPage title={t('This link no longer works')}>
        <div className="mt-6">
          <Notice kind="error">{problem}</Notice>
        </div>
        <NewLink />
        {loaderData.email !== null && <NotMine />}
      </SmallPage>
    );
  }
  return (
    <SmallPage title={t('Sign in')}>
      <p className="mt-4 text-[17px] text-ink-2 [overflow-wrap:anywhere]">
        <Rich
          text={t('Sign in as <address>{email}</address> in this browser.', {
            email: loaderData.email,
          })}
          parts={{ address: <bdi /> }}
        />
      </p>
      <ActionForm className="mt-8">
        <SubmitButton className="button button-primary w-full">{t('Sign in')}</SubmitButton>
      </ActionForm>
      <NotMine />
      <p className="mt-5 text-[15px] text-ink-3">
        {t('Not your address? Close this page and nothing will change.')}
      </p>
    </SmallPage>
  );
}

function NewLink() {
  return (
    <Link to="/account/sign-in" className="button button-primary mt-8 w-full">
      {t('Request a new link')}
    </Link>
  );
}

/** For the owner of a mailbox whose daily emails strangers have used up. */
function NotMine() {
  return (
    <FormButton
      fields={{ intent: 'not-mine' }}
      formClassName="mt-4"
      preventScrollReset={false}
      className="button button-line w-full"
    >
      {t("I didn't ask for this")}
    </FormButton>
  );
}
