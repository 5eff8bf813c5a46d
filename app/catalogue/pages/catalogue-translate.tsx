import { t } from '../../i18n/translate.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { nameOfLanguage } from '../../platform/name-of-language.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readPending } from '../protocol/describe-change.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import {
  translationRows,
  translationTexts,
  type TranslationRow,
} from '../server/drafts/save-translation.server.ts';
import { ENTRY_KINDS, type EntryFields } from '../protocol/entry.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { useRestored, useKeeping } from '../ui/saved-entry.ts';
import { type Language, SOURCE_LANGUAGE, TRANSLATED_LANGUAGES } from '../../platform/languages.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { answerOfEntry, EntryOutcome } from '../ui/entry-answer.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-translate.ts';
import { Link } from 'react-router';
import { Chip } from '../../ui/chip.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { getTextLabel, numberItems } from '../protocol/field-labels.ts';
import {
  EntryArea,
  EntryCheck,
  EntryContext,
  type EntryOnPage,
  type FormOfEntry,
} from '../ui/entry-fields.tsx';

export const handle = { messages: await loadMessages('catalogue-team') };

interface TranslationOnForm extends FormOfEntry {
  readonly id: string;
  readonly language: Language;
  readonly rows: readonly TranslationRow[];
}

const LONG = 120;

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ appContext, member, params }) => {
  const kind = ENTRY_KINDS.find((known) => known === params.kind);
  const language = TRANSLATED_LANGUAGES.find((known) => known === params.language);
  const working = await readWorking(appContext);
  const all = kind && {
    section: working.sections,
    group: working.groups,
    service: working.services,
    text: [],
  };
  const found =
    kind && all?.[kind].find(({ entry: catalogueEntry }) => catalogueEntry.id === params.id);
  if (!kind || !language || !found) throw new Response(null, { status: 404 });
  const { entry: catalogueEntry, draft: catalogueDraft } = found;
  const rows = translationRows(kind, catalogueEntry as unknown as EntryFields, language);
  return {
    editor: member.id,
    title: catalogueEntry.title,
    form: {
      kind,
      id: catalogueEntry.id,
      language,
      rows,
      ...translationTexts(rows),
      draft: catalogueDraft && { version: catalogueDraft.version },
    },
    pendingCount: readPending(working).length,
  };
});

export default function CatalogueTranslate({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, title, form, pendingCount } = loaderData;
  const page = useRestored(editor, form, answerOfEntry(actionData));
  return (
    <MemberPage
      title={t('{title} in {language}', { title, language: nameOfLanguage(form.language) })}
      lead={t(
        "The translation is part of this entry's draft until you publish it. Texts without a translation are shown in the original language.",
      )}
    >
      <CatalogueNav pendingCount={pendingCount} />
      {!page.answer && <AnswerNotice answer={actionData} className="mt-6" />}
      <TranslationForm {...page} />
    </MemberPage>
  );
}

function TranslationForm(page: EntryOnPage<TranslationOnForm>) {
  const { form, answer, isRestored } = page;
  const { kind, id, language, rows } = form;
  // After a conflict was reported, resubmitting overwrites the other person's values.
  const shown = { ...form.shown, ...answer?.shown };
  const numbers = numberItems(rows.map(({ name }) => name));
  const { forget, ...keeping } = useKeeping(page);
  return (
    <EntryContext value={page}>
      <EntryOutcome {...{ answer, isRestored, forget }} />
      <ActionForm
        key={`${JSON.stringify(rows)} ${isRestored}`}
        {...keeping}
        className="mt-6 grid gap-5"
      >
        <HiddenFields fields={{ intent: 'translate', kind, id, language, ...shown }} />
        {rows.map((row) => (
          <div
            key={row.name}
            className="grid gap-x-6 gap-y-3 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-2"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 text-[14.5px] font-semibold">
                {getTextLabel(row.name, numbers)}
                {row.isOlder && <Chip tone="amber">{t('Outdated')}</Chip>}
                {row.text === '' && <Chip tone="plain">{t('Not translated')}</Chip>}
              </p>
              <p
                dir="auto"
                lang={SOURCE_LANGUAGE}
                className="mt-1.5 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
              >
                {row.source}
              </p>
            </div>
            <div className="min-w-0">
              <EntryArea
                label={t('{sayName} in {language}', {
                  sayName: getTextLabel(row.name, numbers),
                  language: nameOfLanguage(language),
                })}
                name={`text.${row.name}`}
                lang={language}
                rows={row.source.length > LONG ? 8 : 2}
              />
              {row.isOlder && (
                <div className="mt-2 text-[15px]">
                  <EntryCheck
                    name={`right.${row.name}`}
                    label={t('The translation is still correct')}
                  />
                </div>
              )}
            </div>
          </div>
        ))}
        <div className="form-bar sticky bottom-(--bar) z-10 -mx-5 flex flex-wrap items-center gap-3 border-t border-line bg-canvas px-5 py-3.5">
          <SubmitButton>{t('Save translation')}</SubmitButton>
          <Link to={`/team/catalogue/${kind}/${id}`} className="button button-line">
            {t('Back to the entry')}
          </Link>
        </div>
      </ActionForm>
    </EntryContext>
  );
}
