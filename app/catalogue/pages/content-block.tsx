import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msg, type Sentence } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import {
  parseContentBlockId,
  contentBlockId,
  fieldsOfContentBlock,
  PIECES,
  TOPIC_ICONS,
  type ContentBlockField,
  type ContentBlockKind,
} from '../protocol/content-blocks.ts';
import { nameOfLanguage } from '../../platform/name-of-language.ts';
import { newEntryForm, readEntryForm } from '../server/lists/read-entry-form.server.ts';
import type { WorkingCatalogue } from '../protocol/draft.ts';
import { readPending } from '../protocol/describe-change.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { useRestored } from '../ui/saved-entry.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { answerOfEntry } from '../ui/entry-answer.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/content-block.ts';
import {
  EntryArea,
  EntryCheck,
  EntrySelect,
  EntryText,
  type EntryOnPage,
  textAt,
  useEntry,
} from '../ui/entry-fields.tsx';
import { EntryFrame, FieldSet } from '../ui/entry-frame.tsx';
import { useEffect, useRef, useState } from 'react';
import { FieldError } from '../../ui/inline-message.tsx';
import { parsePhoto } from '../protocol/media-texts.ts';
import { ACCEPTED, refuseSize } from '../protocol/limits.ts';
import { logoPath } from '../protocol/photo.ts';
import { uploadMedia } from '../ui/photos/upload-media.ts';
import { SOURCE_LANGUAGE } from '../../platform/languages.ts';

export const handle = { messages: await loadMessages('catalogue-team') };

interface LogoFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

const BACK = { to: '/team/content', name: msg('All content') };

const ICON_NAMES: Readonly<Record<(typeof TOPIC_ICONS)[number], Sentence>> = {
  'package-fill': msg('Parcel'),
  'tag-fill': msg('Price tag'),
  'truck-fill': msg('Van'),
  'chat-circle-text-fill': msg('Speech bubble'),
};

interface ContentBlockFormProps extends EntryOnPage {
  readonly kind: ContentBlockKind;
  readonly wasAdded: boolean;
}

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/content', async ({ appContext, member, request, params }) => {
  const working = await readWorking(appContext);
  const { id = '' } = params;
  const isNew = id === 'new-topic';
  const kind = isNew ? 'topic' : parseContentBlockId(id)?.kind;
  const form = isNew
    ? newEntryForm('text')
    : (readEntryForm(working, 'text', id, appContext.settings.languages.offered) ??
      beginTranslation(working, id));
  if (!form || !kind) throw new Response(null, { status: 404 });
  return {
    editor: member.id,
    form,
    kind,
    pendingCount: readPending(working).length,
    wasAdded: new URL(request.url).searchParams.get('saved') === 'new',
  };
});

/** The content block exists in the base language but not in this language. */
function beginTranslation(working: WorkingCatalogue, id: string) {
  const key = parseContentBlockId(id);
  const source = key && contentBlockId({ ...key, language: SOURCE_LANGUAGE });
  const isKnown = working.texts.some(({ entry: catalogueEntry }) => catalogueEntry.id === source);
  return isKnown ? newEntryForm('text', { id }) : undefined;
}

export default function ContentBlockPage({ loaderData, actionData }: Route.ComponentProps) {
  const { pendingCount, editor, form, ...rest } = loaderData;
  const page = useRestored(editor, form, answerOfEntry(actionData));
  return (
    <MemberPage
      title={form.title || titleOfNew(form.texts.id)}
      lead={t('Changes stay a draft until you publish them.')}
    >
      <CatalogueNav pendingCount={pendingCount} />
      {!page.answer && <AnswerNotice answer={actionData} className="mt-6" />}
      <ContentBlockForm {...rest} {...page} />
    </MemberPage>
  );
}

function titleOfNew(id: string | undefined): string {
  const language = id === undefined ? undefined : parseContentBlockId(id)?.language;
  return language === undefined
    ? t('New topic')
    : t('Texts in {language}', { language: nameOfLanguage(language) });
}

function ContentBlockForm({ kind, wasAdded, ...page }: ContentBlockFormProps) {
  const { title, about } = PIECES[kind];
  const fields = fieldsOfContentBlock(kind, page.form.texts.id);
  const whereTheRest =
    kind === 'topic' && fields.length < PIECES.topic.fields.length
      ? ` ${t(
          'The icon, the answer target and whether the topic is offered are set with the texts in {language}.',
          { language: nameOfLanguage(SOURCE_LANGUAGE) },
        )}`
      : '';
  return (
    <EntryFrame {...page} wasAdded={wasAdded} hasPreview={page.form.id !== undefined} back={BACK}>
      <FieldSet title={t(title)} text={t(about) + whereTheRest}>
        {fields.map((field) => (
          <Field key={field.name} field={field} />
        ))}
      </FieldSet>
    </EntryFrame>
  );
}

function Field({ field }: { readonly field: ContentBlockField }) {
  const { name, label, kind, most, isRequired, holders } = field;
  const hint =
    (field.hint && t(field.hint)) ??
    (holders &&
      t('Available placeholders: {value}.', {
        value: holders.map((holder) => `{${holder}}`).join(', '),
      }));
  const known = { name, label: t(label), ...(hint !== undefined && { hint }) };
  switch (kind) {
    case 'flag':
      return <EntryCheck {...known} />;
    case 'icon':
      return (
        <EntrySelect
          {...known}
          options={TOPIC_ICONS.map((icon) => ({ value: icon, name: t(ICON_NAMES[icon]) }))}
        />
      );
    case 'colour':
      return <ColourField {...known} />;
    case 'logo':
      return <LogoField {...known} />;
    case 'number':
      return <EntryText {...known} inputMode="numeric" />;
    case 'line':
      return <EntryText {...known} required={isRequired ?? false} />;
    default:
      return (
        <EntryArea
          {...known}
          required={isRequired ?? false}
          rows={kind === 'markdown' && most > 5000 ? 28 : 4}
        />
      );
  }
}

const SHOP_BLUE = '#2540e0';
const HEX_COLOUR = /^#[\da-f]{6}$/i;

/** The picker has no name: only the text is sent. */
function ColourField({ name, ...field }: LogoFieldProps) {
  const page = useEntry();
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(textAt(page, name));
  function choose(colour: string): void {
    const text = root.current?.querySelector<HTMLInputElement>('input[name]');
    if (!text) return;
    text.value = colour;
    // Notifies the live preview of the change as if it had been typed.
    text.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return (
    <div ref={root} className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <EntryText
          {...field}
          name={name}
          placeholder={SHOP_BLUE}
          spellCheck={false}
          onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
        />
      </div>
      <input
        type="color"
        aria-label={t('Choose a colour')}
        className="needs-script mt-[31px] h-12 w-14 cursor-pointer rounded-field border border-line-strong bg-surface p-1"
        value={HEX_COLOUR.test(typed) ? typed.toLowerCase() : SHOP_BLUE}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </div>
  );
}

function LogoField({ name, label, hint }: LogoFieldProps) {
  const page = useEntry();
  const field = useRef<HTMLInputElement>(null);
  const { value, sent, said, fault: refused, add, remove } = useLogoUpload(textAt(page, name));
  const isBusy = sent !== undefined;
  const isFirst = useRef(true);
  useEffect(() => {
    // Notifies the live preview of the change as if it had been typed.
    if (!isFirst.current) field.current?.dispatchEvent(new Event('input', { bubbles: true }));
    isFirst.current = false;
  }, [value]);
  const root = useRef<HTMLDivElement>(null);
  const [isEarly, setEarly] = useState(false);
  useEffect(() => {
    const form = root.current?.closest('form');
    // Submitting now would lose the unfinished upload.
    const hold = (event: SubmitEvent) => {
      setEarly(isBusy);
      if (isBusy) event.preventDefault();
    };
    form?.addEventListener('submit', hold, { capture: true });
    return () => form?.removeEventListener('submit', hold, { capture: true });
  }, [isBusy]);
  const fault =
    (isEarly && isBusy ? t('Not saved yet. Wait until the picture is uploaded.') : undefined) ??
    refused ??
    page.answer?.faults[name];
  const picture = parsePhoto(value);
  return (
    <div ref={root}>
      <input ref={field} type="hidden" name={name} value={value} />
      <label htmlFor={`add-${name}`} className="mb-1 block text-[15px] font-semibold">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${name}-hint`} className="mb-2 text-[14px] text-ink-2">
          {hint}
        </p>
      )}
      {picture && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          {(['bg-white', 'bg-night'] as const).map((ground) => (
            <span
              key={ground}
              className={`inline-grid h-20 min-w-28 place-items-center rounded-field p-4 ring-1 ring-line ${ground}`}
            >
              <img
                src={logoPath(picture, 'logo.webp')}
                alt=""
                className="max-h-12 max-w-60 object-contain"
              />
            </span>
          ))}
          <button type="button" className="button button-line button-small" onClick={remove}>
            {t('Remove: {label}', { label })}
          </button>
        </div>
      )}
      <input
        id={`add-${name}`}
        type="file"
        accept={ACCEPTED.logo}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${name}-hint ${name}-fault`}
        className="file-field"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void add(file);
          // Lets the user choose the same file again after a failure.
          currentTarget.value = '';
        }}
      />
      {sent !== undefined && (
        <progress
          className="mt-2"
          aria-label={t('Upload progress: {label}', { label })}
          {...(sent < 1 && { value: sent })}
        />
      )}
      <FieldError id={`${name}-fault`} message={fault} />
      <p role="status" className="sr-only">
        {said}
      </p>
      <noscript>
        <p className="mt-2 text-[14px] text-ink-2">{t('Adding files requires JavaScript.')}</p>
      </noscript>
    </div>
  );
}

/** Manages a single upload. A rejected file keeps the previous picture. */
function useLogoUpload(first: string) {
  const [value, setValue] = useState(first);
  const [sent, setSent] = useState<number>();
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState('');
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  async function add(file: File): Promise<void> {
    stop.current?.abort();
    const refused = refuseSize('logo', file.name, file.size);
    setFault(refused);
    if (refused !== undefined) return;
    const mine = new AbortController();
    stop.current = mine;
    setSent(0);
    try {
      const added = await uploadMedia({
        kind: 'logo',
        name: file.name,
        blob: file,
        signal: mine.signal,
        onProgress: setSent,
      });
      if (mine.signal.aborted) return;
      setValue(added);
      setSaid(t('“{name}” was added.', { name: file.name }));
    } catch (error) {
      if (!mine.signal.aborted) setFault((error as Error).message);
    } finally {
      // A newer upload may have replaced this one. Only the newer one updates the progress.
      if (stop.current === mine) setSent(undefined);
    }
  }

  function remove(): void {
    stop.current?.abort();
    setSent(undefined);
    setFault(undefined);
    setValue('');
    setSaid(t('Removed.'));
  }

  return { value, sent, fault, said, add, remove };
}
