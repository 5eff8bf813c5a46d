import { data } from 'react-router';
import { readBlocks } from '../../conversation/privacy/block-visitor.server.ts';
import { readVisitorEmail } from '../../conversation/privacy/export-visitor.server.ts';
import { hostContext } from '../../host.ts';
import { isEmail, normalizeEmail } from '../../platform/email.ts';
import { readText } from '../../platform/form.ts';
import { may } from '../../team/members/permissions.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { isUuid, requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-visitors.ts';
import { BlockRow } from './block-row.tsx';
import { fieldErrors } from './field-error.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { answerForm, PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage, MemberPageSection } from './member-page.tsx';
import { PersonCard } from './person-card.tsx';
import { readPerson } from './person.server.ts';
import { runVisitorAction } from './visitor-actions.server.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Visitors' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export function ErrorBoundary() {
  return <ForbiddenPage title="For managers and admins only" />;
}

/** A visitor is linked to by id and looked up by POST: addresses stay out of logs and histories. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'block-visitors');
  const { db } = context.get(hostContext);
  const id = new URL(request.url).searchParams.get('visitor') ?? '';
  const email = isUuid(id) ? await readVisitorEmail(db, id) : undefined;
  return {
    member,
    mayExport: may(member, 'export-visitors'),
    mayErase: may(member, 'erase-visitors'),
    blocks: await readBlocks(db),
    person: email === undefined ? undefined : await readPerson(db, email),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePermissionPage(context, request, 'block-visitors');
  let form = new FormData();
  const { data: answer, init } = await answerForm(request, (sent) => {
    form = sent;
    return runVisitorAction(context, member, form);
  });
  const typed = (name: string) => readText(form, name);
  // The person stays on the screen, as they are after what was done.
  const address = normalizeEmail(typed('email'));
  const person = isEmail(address)
    ? await readPerson(context.get(hostContext).db, address)
    : undefined;
  const draft = { email: address, note: typed('note') };
  return data({ ...answer, intent: typed('intent'), person, draft }, init ?? {});
}

export default function TeamVisitors({ loaderData, actionData }: Route.ComponentProps) {
  const { member, mayExport, mayErase, blocks } = loaderData;
  const person = actionData ? actionData.person : loaderData.person;
  return (
    <MemberPage
      member={member}
      title="Visitors"
      lead="What is held about an e-mail address, and who may not chat."
    >
      <ActionForm className="mt-8 grid items-start gap-4 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-[1fr_auto]">
        <input type="hidden" name="intent" value="find" />
        <TextField
          key={person?.email}
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={person?.email ?? actionData?.draft.email}
          error={fieldErrors(actionData)('email')}
        />
        <div className="md:pt-[31px]">
          <SubmitButton>Find</SubmitButton>
        </div>
      </ActionForm>
      {actionData && actionData.field === undefined && actionData.message !== '' && (
        <div className="mt-6">
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        </div>
      )}
      {person && (
        <PersonCard
          // Another person's forms begin empty.
          key={person.email}
          person={person}
          answer={actionData}
          mayExport={mayExport}
          mayErase={mayErase}
        />
      )}
      {blocks.length > 0 && (
        <MemberPageSection title="Blocked" count={blocks.length}>
          <ul className="list-card">
            {blocks.map((block) => (
              <BlockRow key={block.id} block={block} />
            ))}
          </ul>
        </MemberPageSection>
      )}
    </MemberPage>
  );
}
