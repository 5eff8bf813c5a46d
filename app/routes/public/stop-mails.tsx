import { data, Form, useNavigation } from 'react-router';
import { findMailedConversation } from '../../chat/mail/resume-token.server.ts';
import { stopMails } from '../../chat/mail/stop-mails.server.ts';
import { hostContext } from '../../host.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { readToken } from '../agent/read-token.server.ts';
import { SmallPage } from './small-page.tsx';
import type { Route } from './+types/stop-mails.ts';

const UNKNOWN = 'This link is not complete, or it is too old to be known.';

export const meta: Route.MetaFunction = () => [
  { title: 'No more mails' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'strict-origin' },
];
export const headers = () => ({ 'Cache-Control': 'no-store' });

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db } = context.get(hostContext);
  const isKnown = (await findMailedConversation(db, readToken(request))) !== undefined;
  return { isKnown };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, clock } = context.get(hostContext);
  const isStopped = await stopMails(db, clock, readToken(request));
  return data({ isStopped }, { status: isStopped ? 200 : 410 });
}

export default function StopMails({ actionData, loaderData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <SmallPage title="No more mails">
      {actionData?.isStopped ? (
        <div className="mt-6">
          <Notice kind="success">No more mails are sent about this conversation.</Notice>
        </div>
      ) : loaderData.isKnown ? (
        <>
          <p className="mt-4 text-[17px] text-ink-2">
            You will get no more mails about this conversation. It can still be read where it is
            open.
          </p>
          <Form method="post" className="mt-8">
            <SubmitButton isBusy={isBusy} className="button-primary w-full">
              Stop these mails
            </SubmitButton>
          </Form>
        </>
      ) : (
        <div className="mt-6">
          <Notice kind="error">{UNKNOWN}</Notice>
        </div>
      )}
    </SmallPage>
  );
}
