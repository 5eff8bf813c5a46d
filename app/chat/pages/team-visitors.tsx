import { say } from '../../platform/say.ts';
import { data } from 'react-router';
import { readBlocks } from '../server/privacy/block-visitor.server.ts';
import { readVisitorEmail } from '../server/privacy/export-visitor.server.ts';
import { readPerson } from '../server/privacy/read-person.server.ts';
import { hostContext } from '../../host.ts';
import { hasEmailShape, normalizeEmail } from '../../platform/email.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import { isUuid } from '../../platform/fields.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-visitors.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { PersonCard } from '../ui/person-card.tsx';
import { manageVisitors } from './visitor-actions.server.ts';
import { FindPersonForm } from '../ui/find-person-form.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { BlockList } from '../ui/block-list.tsx';

/** Visitors are linked by id and searched by POST, so that email addresses stay out of logs and browser histories. */
export const loader = pageAt('/team/visitors', async ({ host, member, request }) => {
  const id = new URL(request.url).searchParams.get('visitor') ?? '';
  const email = isUuid(id) ? await readVisitorEmail(host.db, id) : undefined;
  return {
    mayExport: may(member, 'export-visitors'),
    mayErase: may(member, 'erase-visitors'),
    blocks: await readBlocks(host.db),
    person: email === undefined ? undefined : await readPerson(host, email),
  };
});

export async function action(args: Route.ActionArgs) {
  const answered = await manageVisitors(args);
  if (answered instanceof Response) return answered;
  const answer: FormAnswer & { readonly address?: string } = answered.data;
  // The visitor is read again, so that the page shows the result of the action.
  const host = args.context.get(hostContext);
  const address = answer.address ?? normalizeEmail(answer.typed.email ?? '');
  const person = hasEmailShape(address) ? await readPerson(host, address) : undefined;
  return data({ ...answer, person }, answered.init ?? {});
}

export default function TeamVisitors({ loaderData, actionData }: Route.ComponentProps) {
  const { mayExport, mayErase, blocks } = loaderData;
  const person = actionData ? actionData.person : loaderData.person;
  return (
    <MemberPage
      title={say('Visitors')}
      lead={say('What is held about an email address, and who may not chat.')}
    >
      <FindPersonForm person={person} answer={actionData} />
      <AnswerNotice answer={actionData} className="mt-6" />
      {person && (
        <PersonCard
          // The forms are reset for another visitor.
          key={person.email}
          person={person}
          answer={actionData}
          mayExport={mayExport}
          mayErase={mayErase}
        />
      )}
      <BlockList blocks={blocks} />
    </MemberPage>
  );
}
