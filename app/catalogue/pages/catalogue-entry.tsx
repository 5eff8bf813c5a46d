import { listActiveMembers } from '../../accounts/server/members/list-active-members.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msg, type Sentence, msgIn } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { groupOptions, type SectionOption } from '../protocol/group-options.ts';
import { newEntryForm, readEntryForm } from '../server/lists/read-entry-form.server.ts';
import { readPending } from '../protocol/describe-change.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { ENTRY_KINDS } from '../protocol/entry.ts';
import { CURRENCIES } from '../../platform/currencies.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { ServiceForm } from '../ui/service-form.tsx';
import { useRestored } from '../ui/saved-entry.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { answerOfEntry } from '../ui/entry-answer.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-entry.ts';
import { LOOKS } from '../../shop/pictures/looks.ts';
import { Swatch } from '../../shop/ui/swatch.tsx';
import { EntryCheck, EntrySelect, EntryText, type EntryOnPage } from '../ui/entry-fields.tsx';
import { EntryFrame, FieldSet } from '../ui/entry-frame.tsx';

export const handle = { messages: await loadMessages('catalogue-team', 'shop') };

const BACK = { to: '/team/catalogue/sections', name: msg('Sections and groups') };

const LOOK_NAMES: Readonly<Record<(typeof LOOKS)[number], Sentence>> = {
  graphics: msg('Amber, with building blocks'),
  business: msg('Green, with terraces'),
  digital: msg('Coral, with a beacon'),
  music: msg('Indigo, with tides'),
  programming: msg('Mint, with routes'),
  video: msg('Wine, with a projector'),
  writing: msg('Sand, with lines of writing'),
};

interface FormProps extends EntryOnPage {
  readonly wasAdded: boolean;
}

interface GroupFormProps extends FormProps {
  readonly sections: readonly SectionOption[];
}

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ appContext, member, request, params }) => {
  const kind = ENTRY_KINDS.find((known) => known === params.kind);
  // Content blocks have a form of their own.
  if (!kind || kind === 'text') throw new Response(null, { status: 404 });
  const working = await readWorking(appContext);
  const { id = '' } = params;
  const { currency, languages } = appContext.settings;
  const form =
    id === 'new'
      ? newEntryForm(kind, kind === 'service' ? { currency } : {})
      : readEntryForm(working, kind, id, languages.offered);
  if (!form) throw new Response(null, { status: 404 });
  return {
    editor: member.id,
    form,
    sections: kind === 'section' ? [] : groupOptions(working),
    currencies: kind === 'service' ? CURRENCIES : [],
    staff: kind === 'service' ? await listActiveMembers(appContext.db) : [],
    pendingCount: readPending(working).length,
    wasAdded: new URL(request.url).searchParams.get('saved') === 'new',
  };
});

const NAMES = {
  service: msg('New service'),
  section: msg('New section'),
  group: msg('New group'),
} as const;

export default function CatalogueEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { pendingCount, editor, form, ...rest } = loaderData;
  const page = { ...rest, ...useRestored(editor, form, answerOfEntry(actionData)) };
  return (
    <MemberPage
      title={form.id === undefined ? t(NAMES[form.kind as keyof typeof NAMES]) : form.title}
      lead={t('Changes stay a draft until you publish them.')}
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

function SectionForm({ wasAdded, ...page }: FormProps) {
  return (
    <EntryFrame {...page} wasAdded={wasAdded} hasPreview={false} back={BACK}>
      <FieldSet title={t('Section')}>
        <EntryText name="title" label={t('Title')} required />
        <EntryText name="tagline" label={t('Tagline')} />
        {page.form.id === undefined && <NameField />}
        <EntrySelect
          name="look"
          label={t('Colours and illustrations')}
          hint={t(
            "Used for the section's header and icon, and for services without a picture of their own.",
          )}
          options={LOOKS.map((value) => ({ value, name: t(LOOK_NAMES[value]) }))}
        />
        <p className="flex flex-wrap gap-2" aria-hidden="true">
          {LOOKS.map((look) => (
            <Swatch key={look} look={look} />
          ))}
        </p>
        <EntryCheck
          name="isHidden"
          label={t(msgIn('catalogue', 'Hidden'))}
          hint={t('This also hides all of its services.')}
        />
      </FieldSet>
    </EntryFrame>
  );
}

function GroupForm({ wasAdded, sections, ...page }: GroupFormProps) {
  return (
    <EntryFrame {...page} wasAdded={wasAdded} hasPreview={false} back={BACK}>
      <FieldSet title={t('Group')}>
        <EntryText name="title" label={t('Title')} required />
        {page.form.id === undefined && (
          <>
            <EntrySelect
              name="section"
              label={t('Section')}
              options={sections.map(({ id, title }) => ({ value: id, name: title }))}
            />
            <NameField />
          </>
        )}
        <EntryCheck
          name="isHidden"
          label={t(msgIn('catalogue', 'Hidden'))}
          hint={t('This also hides all of its services.')}
        />
      </FieldSet>
    </EntryFrame>
  );
}

function NameField() {
  return (
    <EntryText
      name="id"
      label={t('URL name')}
      spellCheck={false}
      hint={t("Can't be changed later. Leave empty to derive it from the title.")}
    />
  );
}
