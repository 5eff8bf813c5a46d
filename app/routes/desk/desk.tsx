import * as v from 'valibot';
import { checkForm } from '../../platform/read-form.ts';
import { field } from '../../platform/fields.ts';
import { Avatar } from '../../chat-client/desk/avatar.tsx';
import { AgentStateChip } from '../../chat-client/desk/agent-state-chip.tsx';
import { setCapacity } from '../../conversation/hold/set-capacity.server.ts';
import { readAgents } from '../../conversation/read/read-desk.server.ts';
import type { AgentView } from '../../conversation/wire/views.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { ROLE_NAMES } from '../../team/members/roles.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/desk.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { answerForm, PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage, MemberPageSection } from './member-page.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Desk' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'set-capacities');
  const { db, settings } = context.get(hostContext);
  return { member, agents: await readAgents(db), chatCapacity: settings.chatCapacity };
}

const capacityForm = v.object({
  id: field(64),
  capacity: field(4, 'Please enter a whole number of chats.'),
});

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePermissionPage(context, request, 'set-capacities');
  return answerForm(request, async (sent) => {
    const form = checkForm(sent, capacityForm);
    const typed = form.capacity.trim();
    // Number('') is 0, and ' 1e1' is 10: neither is what somebody typed.
    if (!/^\d{0,4}$/.test(typed)) {
      throw new RefusedError(400, 'Please enter a whole number of chats.', 'capacity');
    }
    const capacity = typed === '' ? null : Number(typed);
    const name = await setCapacity(context.get(hostContext), member, form.id, capacity);
    return capacity === null
      ? `${name} answers as many chats at once as everybody.`
      : `${name} answers up to ${capacity} ${capacity === 1 ? 'chat' : 'chats'} at once.`;
  });
}

export default function Desk({ loaderData, actionData }: Route.ComponentProps) {
  const { member, agents, chatCapacity } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Desk"
      lead="Who answers visitors, and how many of them at once."
    >
      {actionData && (
        <div className="mt-6">
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        </div>
      )}
      <MemberPageSection title="Agents" count={agents.length}>
        <ul className="list-card">
          {agents.map((agent) => (
            <AgentRow key={agent.id} agent={agent} chatCapacity={chatCapacity} />
          ))}
        </ul>
        <p className="mt-4 max-w-[66ch] text-[14px] text-ink-2">
          New visitors go to agents who are there and below their number first. A chat in which the
          agent had the last word more than 15 minutes ago does not count. Without a number it is{' '}
          {chatCapacity}.
        </p>
      </MemberPageSection>
    </MemberPage>
  );
}

function AgentRow({ agent, chatCapacity }: { agent: AgentView; chatCapacity: number }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4" data-testid="agent">
      <Avatar name={agent.fullName} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-[650] [overflow-wrap:anywhere]">
          <bdi>{agent.fullName}</bdi>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-[14px] text-ink-2 tabular-nums">
          <AgentStateChip state={agent.state} />
          <span>{ROLE_NAMES[agent.role]}</span>
          <span>
            {agent.activeChats} of {agent.capacity} chats, {agent.openChats} open
          </span>
        </p>
      </div>
      <ActionForm
        noValidate={false}
        preventScrollReset
        className="flex flex-wrap items-center gap-2.5"
      >
        <input type="hidden" name="id" value={agent.id} />
        <input
          // What somebody else set meanwhile is shown as it is now.
          key={agent.ownCapacity}
          name="capacity"
          type="number"
          min={1}
          max={99}
          inputMode="numeric"
          aria-label={`Chats at once of ${agent.fullName}`}
          placeholder={String(chatCapacity)}
          defaultValue={agent.ownCapacity ?? ''}
          className="field w-[92px] tabular-nums"
        />
        <SubmitButton
          className="button button-line button-small"
          aria-label={`Save the capacity of ${agent.fullName}`}
        >
          Save
        </SubmitButton>
      </ActionForm>
    </li>
  );
}
