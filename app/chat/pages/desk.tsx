import { say, sayCounted } from '../../platform/say.ts';
import * as v from 'valibot';
import { sayRole } from '../../accounts/protocol/roles.ts';
import { field } from '../../platform/fields.ts';
import { setCapacity } from '../server/assignment/set-capacity.server.ts';
import { readAgents } from '../server/read/read-desk.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/desk.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { whoMayOpen } from '../../portal/pages/form-door.server.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { CapacityList } from '../inbox/capacity-list.tsx';

export const loader = pageAt('/desk', async ({ host: { db, settings } }) => {
  return { agents: await readAgents(db), chatCapacity: settings.chatCapacity };
});

const capacityForm = v.object({
  id: field(64),
  capacity: field(4, 'Please enter a whole number of chats.'),
});

export const action = formAction(
  capacityForm,
  { admit: whoMayOpen('/desk') },
  async (form, { host, session }) => {
    const typed = form.capacity.trim();
    // `Number` alone would accept more than digits: '' becomes 0 and ' 1e1' becomes 10.
    if (!/^\d{0,4}$/.test(typed)) {
      throw new RefusedError(400, 'Please enter a whole number of chats.', 'capacity');
    }
    const capacity = typed === '' ? null : Number(typed);
    const name = await setCapacity(host, session.member, form.id, capacity);
    return capacity === null
      ? say('{name} answers as many chats at once as everybody.', { name })
      : sayCounted(
          capacity,
          '{name} answers up to {count} chat at once.|{name} answers up to {count} chats at once.',
          { name },
        );
  },
);

export default function Desk({ loaderData, actionData }: Route.ComponentProps) {
  const { agents, chatCapacity } = loaderData;
  return (
    <MemberPage
      title={say('Desk')}
      lead={say('Who answers visitors, and how many of them at once.')}
    >
      {/* The fields have no room for an error message. */}
      <AnswerNotice answer={actionData && { ...actionData, field: undefined }} className="mt-6" />
      <CapacityList agents={agents} chatCapacity={chatCapacity} sayRole={sayRole} />
    </MemberPage>
  );
}
