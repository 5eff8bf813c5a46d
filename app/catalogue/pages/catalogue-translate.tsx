import { say } from '../../platform/say.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readPending } from '../protocol/read-pending.ts';
import { readWorking } from '../server/lists/read-working.server.ts';
import { translationRows, translationTexts } from '../server/drafts/save-translation.server.ts';
import { ENTRY_KINDS, type EntryFields } from '../protocol/entry.ts';
import { SOURCE_LANGUAGE } from '../protocol/translations.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { useRestored } from '../ui/kept-entry.ts';
import { TranslationForm } from '../ui/translation-form.tsx';
import { LANGUAGES } from '../../platform/languages.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { answerOfEntry } from './entry-answer.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-translate.ts';

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ host, member, params }) => {
  const kind = ENTRY_KINDS.find((known) => known === params.kind);
  const language = LANGUAGES.find(
    (known) => known === params.language && known !== SOURCE_LANGUAGE,
  );
  const working = await readWorking(host);
  const all = kind && {
    section: working.sections,
    group: working.groups,
    service: working.services,
    text: [],
  };
  const found = kind && all?.[kind].find(({ entry }) => entry.id === params.id);
  if (!kind || !language || !found) throw new Response(null, { status: 404 });
  const { entry, draft } = found;
  const rows = translationRows(kind, entry as unknown as EntryFields, language);
  return {
    editor: member.id,
    title: entry.title,
    form: {
      kind,
      id: entry.id,
      language,
      rows,
      ...translationTexts(rows),
      draft: draft && { version: draft.version },
    },
    pendingCount: readPending(working).length,
  };
});

export default function CatalogueTranslate({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, title, form, pendingCount } = loaderData;
  const page = useRestored(editor, form, answerOfEntry(actionData));
  return (
    <MemberPage
      title={say('{title} in Spanish', { title })}
      lead={say(
        'Part of the draft of this entry until you publish it. What is not translated reads as its source.',
      )}
    >
      <CatalogueNav pendingCount={pendingCount} />
      {!page.answer && <AnswerNotice answer={actionData} className="mt-6" />}
      <TranslationForm {...page} />
    </MemberPage>
  );
}
