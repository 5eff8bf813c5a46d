import { say, sayAny } from '../../platform/say.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { groupOptions } from '../protocol/group-options.ts';
import { newEntryForm, readEntryForm } from '../server/lists/read-entry-form.server.ts';
import { readPending } from '../protocol/read-pending.ts';
import { readWorking } from '../server/lists/read-working.server.ts';
import { ENTRY_KINDS } from '../protocol/entry.ts';
import { CURRENCIES } from '../../platform/currencies.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { GroupForm, SectionForm } from '../ui/section-form.tsx';
import { ServiceForm } from '../ui/service-form.tsx';
import { useRestored } from '../ui/kept-entry.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { answerOfEntry } from './entry-answer.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-entry.ts';

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ host, member, request, params }) => {
  const kind = ENTRY_KINDS.find((known) => known === params.kind);
  // Content blocks have a form of their own.
  if (!kind || kind === 'text') throw new Response(null, { status: 404 });
  const working = await readWorking(host);
  const { id = '' } = params;
  const { currency } = host.settings;
  const form =
    id === 'new'
      ? newEntryForm(kind, kind === 'service' ? { currency } : {})
      : readEntryForm(working, kind, id);
  if (!form) throw new Response(null, { status: 404 });
  return {
    editor: member.id,
    form,
    sections: kind === 'section' ? [] : groupOptions(working),
    currencies: kind === 'service' ? CURRENCIES : [],
    pendingCount: readPending(working).length,
    wasAdded: new URL(request.url).searchParams.get('saved') === 'new',
  };
});

const NAMES = { service: 'New service', section: 'New section', group: 'New group' } as const;

export default function CatalogueEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { pendingCount, editor, form, ...rest } = loaderData;
  const page = { ...rest, ...useRestored(editor, form, answerOfEntry(actionData)) };
  return (
    <MemberPage
      title={form.id === undefined ? sayAny(NAMES[form.kind as keyof typeof NAMES]) : form.title}
      lead={say('A draft until you publish it.')}
      isWide={form.kind === 'service'}
    >
      <CatalogueNav pendingCount={pendingCount} />
      {!page.answer && <AnswerNotice answer={actionData} className="mt-6" />}
      {form.kind === 'service' && <ServiceForm {...page} />}
      {form.kind === 'section' && <SectionForm {...page} />}
      {form.kind === 'group' && <GroupForm {...page} />}
    </MemberPage>
  );
}
