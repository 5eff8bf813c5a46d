import { t } from '../../../i18n/translate.ts';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-client.ts';
import { VISITOR_NOTE_MAX_LENGTH, type VisitorNote } from '../../protocol/person.ts';
import { browserStorage, loadJson, saveText } from '../../../ui/browser-storage.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { personApi } from './person.ts';

interface LastingNoteProps {
  readonly visitorId: string;
  readonly note: VisitorNote;
  readonly onSaved: (note: VisitorNote) => void;
  readonly onRefused: () => void;
}

interface NoteDraft {
  readonly text: string;
  readonly version: number;
}

/** Edits the team's permanent note about a visitor. Drafts are stored until saved. */
export function LastingNote({ visitorId, note, onSaved, onRefused }: LastingNoteProps) {
  const key = `visitor_note:${visitorId}`;
  const [noteDraft, setDraft] = useState<NoteDraft | null>(() => readDraft(key));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  // The newer version is shown beside the draft, so that nobody overwrites text they have not seen.
  const isOvertaken = noteDraft !== null && noteDraft.version !== note.version;

  function keep(next: NoteDraft | null) {
    setDraft(next);
    saveText(browserStorage(), key, next ? JSON.stringify(next) : '');
  }

  async function save() {
    if (!noteDraft) return;
    setSaving(true);
    setProblem(null);
    try {
      onSaved(await personApi.saveNote(visitorId, noteDraft.text, note.version));
      keep(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      if (error.status === 409) onRefused();
    } finally {
      setSaving(false);
    }
  }

  return (
    <section className="panel-part" aria-label={t('Lasting note')}>
      <h3>
        <label htmlFor="lasting-note">{t('Note')}</label>
      </h3>
      <textarea
        dir="auto"
        id="lasting-note"
        rows={2}
        maxLength={VISITOR_NOTE_MAX_LENGTH}
        placeholder={t('What everybody should know about this visitor')}
        aria-describedby="lasting-note-hint"
        readOnly={isSaving}
        className="field mt-1.5 block field-sizing-content max-h-[40dvh] min-h-16 resize-none px-3 py-2 text-[14.5px] leading-[1.45]"
        value={noteDraft?.text ?? note.text}
        onChange={({ target }) => {
          const version = noteDraft?.version ?? note.version;
          keep(target.value === note.text ? null : { text: target.value, version });
        }}
      />
      {isOvertaken && (
        <div className="mt-2 rounded-[10px] bg-amber-tint px-3 py-2 text-[14px]">
          <p className="font-semibold text-amber">
            {note.editorName ?? t('Somebody')} {t('has changed this note meanwhile:')}
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {note.text || t('It is empty now.')}
          </p>
        </div>
      )}
      {problem && (
        <p role="alert" className="mt-1.5 text-[13.5px] text-error">
          {problem}
        </p>
      )}
      {noteDraft ? (
        <div className="mt-2 flex gap-2">
          <button
            type="button"
            className="button button-primary button-small"
            aria-disabled={isSaving}
            onClick={() => void save()}
          >
            {isOvertaken ? t('Replace with yours') : t('Save note')}
          </button>
          <button
            type="button"
            className="button button-line button-small"
            onClick={() => {
              keep(null);
              setProblem(null);
            }}
          >
            {isOvertaken ? t('Keep theirs') : t('Undo')}
          </button>
        </div>
      ) : (
        <p id="lasting-note-hint" className="mt-1 text-[13px] text-ink-3">
          {note.text && note.editedAt ? (
            <>
              {note.editorName ?? t('Former colleague')}, <DateTime at={note.editedAt} />
            </>
          ) : (
            t('Only the team sees it. It stays with the visitor.')
          )}
        </p>
      )}
    </section>
  );
}

function readDraft(key: string): NoteDraft | null {
  const stored = loadJson(browserStorage(), key) as Partial<NoteDraft> | null;
  const { text, version } = stored ?? {};
  return typeof text === 'string' && typeof version === 'number' ? { text, version } : null;
}
