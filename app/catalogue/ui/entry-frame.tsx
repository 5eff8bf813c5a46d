import { Rich } from '../../ui/rich.tsx';
import { t, type Sentence } from '../../i18n/translate.ts';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { EntryForm, OtherTexts } from '../server/lists/read-entry-form.server.ts';
import { nameOfLanguage } from '../../platform/name-of-language.ts';
import { ConfirmForm, HiddenFields } from '../../ui/form/form-button.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { EntryContext, type EntryOnPage } from './entry-fields.tsx';
import { EntryOutcome } from './entry-answer.tsx';
import { useKeeping } from './saved-entry.ts';

interface EntryFrameProps extends EntryOnPage {
  readonly wasAdded: boolean;
  readonly hasPreview: boolean;
  readonly back: { readonly to: string; readonly name: Sentence };
  readonly children: ReactNode;
}

function OtherTextsLinks({ otherTexts = [] }: Pick<EntryForm, 'otherTexts'>) {
  return otherTexts.map(({ language, path, ...count }) => (
    <Link key={language} to={path} className="link ms-6">
      {describeTexts(nameOfLanguage(language), count)}
    </Link>
  ));
}

function describeTexts(
  language: string,
  { older, missing }: Pick<OtherTexts, 'missing' | 'older'>,
): string {
  if (older > 0) return t('Texts in {language}: {count} outdated', { language, count: older });
  return missing > 0
    ? t('Texts in {language}: {count} missing', { language, count: missing })
    : t('Texts in {language}', { language });
}

export function EntryFrame(props: EntryFrameProps) {
  const { form, answer, wasAdded, hasPreview, back, isRestored, children } = props;
  const { kind, id, draft: catalogueDraft } = form;
  const shown = { ...form.shown, ...answer?.shown };
  const { forget, ...keeping } = useKeeping(props);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Notifies the live preview of the restored values as if they had been typed.
    if (isRestored) element.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [isRestored]);
  const onSent = useFocusAfterSaving(element, catalogueDraft?.version);
  return (
    <EntryContext value={props}>
      <p className="mt-5">
        <Link to={back.to} className="link">
          {t(back.name)}
        </Link>
        <OtherTextsLinks otherTexts={form.otherTexts} />
      </p>
      <EntryOutcome {...{ answer, wasAdded, isRestored, forget }} />
      {catalogueDraft && (
        <p className="mt-5 text-[15px] text-ink-2">
          <Rich
            text={
              catalogueDraft.isNew
                ? t('New, not published yet. Draft by <name/>, <time/>')
                : t('Draft by <name/>, <time/>')
            }
            parts={{
              name: <bdi>{catalogueDraft.editedBy}</bdi>,
              time: <Moment at={catalogueDraft.editedAt} />,
            }}
          />
        </p>
      )}
      <ActionForm
        // A changed draft remounts the form. After a rejection, `textAt` keeps the typed values.
        key={`${id ?? 'new'} ${catalogueDraft?.version ?? 0} ${JSON.stringify(form.shown)} ${isRestored}`}
        ref={element}
        {...keeping}
        onSubmit={() => {
          onSent();
          keeping.onSubmit();
        }}
        encType="multipart/form-data"
        className="mt-6 grid gap-8"
      >
        <HiddenFields
          fields={{
            intent: 'save',
            kind,
            isWhole: 'yes',
            shown: JSON.stringify(shown),
            ...(id !== undefined && { entry: id }),
            // The id of a new entry may be given in advance.
            ...(id === undefined && form.texts.id && { id: form.texts.id }),
          }}
        />
        {children}
        <div className="form-bar sticky bottom-(--bar) z-10 -mx-5 flex flex-wrap items-center gap-3 border-t border-line bg-canvas px-5 py-3.5">
          <SubmitButton name="next" value="stay">
            {t('Save draft')}
          </SubmitButton>
          {hasPreview && (
            <SubmitButton name="next" value="preview" className="button button-line">
              {t('Preview')}
            </SubmitButton>
          )}
          <SubmitButton name="next" value="publish" className="button button-line">
            {t('Publish')}
          </SubmitButton>
        </div>
      </ActionForm>
      {catalogueDraft && id !== undefined && (
        <DiscardDraft kind={kind} id={id} draft={catalogueDraft} />
      )}
    </EntryContext>
  );
}

/** A saved draft mounts the form again, which takes the focus from the pressed button. Call the result on submit. */
function useFocusAfterSaving(
  form: RefObject<HTMLFormElement | null>,
  version: number | undefined,
): () => void {
  const isSent = useRef(false);
  const earlier = useRef(version);
  useEffect(() => {
    if (earlier.current === version) return;
    earlier.current = version;
    if (!isSent.current) return;
    isSent.current = false;
    if (document.activeElement !== document.body) return;
    form.current?.querySelector<HTMLElement>('[name=next]')?.focus({ preventScroll: true });
  }, [form, version]);
  return () => {
    isSent.current = true;
  };
}

interface DiscardDraftProps extends Pick<EntryForm, 'kind'> {
  readonly id: string;
  readonly draft: NonNullable<EntryForm['draft']>;
}

function DiscardDraft({ kind, id, draft: { isNew, version } }: DiscardDraftProps) {
  const fields = { intent: 'discard', kind, id, version: String(version) };
  return (
    <div className="mt-6">
      <ConfirmForm
        label={t('Discard draft')}
        question={t('Discard this draft?')}
        text={
          isNew
            ? t('It was never published. Discarding the draft deletes it.')
            : t('The published version stays as it is.')
        }
        fields={{ ...fields, ...(isNew && { back: 'list' }) }}
        doLabel={t('Discard draft')}
      />
    </div>
  );
}

export function FieldSet({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="grid min-w-0 gap-5 rounded-card bg-surface p-5 ring-1 ring-line md:p-6">
      <legend
        dir="auto"
        className="float-left w-full font-display text-[22px] font-bold tracking-[-0.02em]"
      >
        {title}
      </legend>
      {text !== undefined && (
        <p dir="auto" className="clear-both text-[15px] text-ink-2">
          {text}
        </p>
      )}
      <div className="clear-both grid gap-5">{children}</div>
    </fieldset>
  );
}
