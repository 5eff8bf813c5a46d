import { data, Link } from 'react-router';
import { readFormData } from '../../platform/read-form.ts';
import { RefusedError } from '../../platform/errors.ts';
import { findMailedConversation } from '../../conversation/mail/resume-token.server.ts';
import { stopMails } from '../../conversation/mail/stop-mails.server.ts';
import { hostContext } from '../../host.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { readToken, requireToken } from '../desk/read-token.server.ts';
import { SmallPage } from '../../ui/small-page.tsx';
import type { Route } from './+types/stop-mails.ts';
import { say } from '../../platform/say.ts';

const UNKNOWN = 'This link is not complete, or it is too old to be known.';

export const meta: Route.MetaFunction = () => [
  { title: say('No more mails') },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db } = context.get(hostContext);
  const isKnown = (await findMailedConversation(db, readToken(request))) !== undefined;
  return { isKnown };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, clock } = context.get(hostContext);
  try {
    await readFormData(request);
    if (await stopMails(db, clock, requireToken(request, UNKNOWN))) {
      return data({ isStopped: true, problem: undefined });
    }
    throw new RefusedError(410, UNKNOWN);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return data({ isStopped: false, problem: error.message }, { status: error.status });
  }
}

export default function StopMails({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <SmallPage title={say('No more mails')}>
      {actionData?.isStopped ? (
        <div className="mt-6">
          <Notice kind="success">{say('No more mails are sent about this conversation.')}</Notice>
        </div>
      ) : loaderData.isKnown && !actionData ? (
        <>
          <p className="mt-4 text-[17px] text-ink-2">
            {say(
              'You will get no more mails about this conversation. It can still be read where it is open.',
            )}
          </p>
          <ActionForm className="mt-8">
            <SubmitButton className="button button-primary w-full">
              {say('Stop these mails')}
            </SubmitButton>
          </ActionForm>
        </>
      ) : (
        <div className="mt-6 grid gap-6">
          <Notice kind="error">{actionData?.problem ?? UNKNOWN}</Notice>
          <Link to="/services" className="button button-line">
            {say('All Services')}
          </Link>
        </div>
      )}
    </SmallPage>
  );
}
