import { say } from '../../../platform/say.ts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isBlank } from '../../../platform/shown-text.ts';
import { DRAFT_BUTTON, DraftWarnings } from './draft-parts.tsx';
import { draftDesk } from './drafting.ts';

interface SummaryDraftProps {
  readonly conversationId: string;
  /** How often somebody asked for one. */
  readonly asked: number;
  readonly note: string;
  readonly onNote: (note: string) => void;
  /** The draft that stands in the note; undefined once it does no more. */
  readonly onDrafted: (draftId: string | undefined) => void;
}

/** A summary for whoever has the visitor next: it comes into the note, where it is changed and saved. */
export function SummaryDraft(props: SummaryDraftProps) {
  const { conversationId, asked, note, onNote, onDrafted } = props;
  const read = () => draftDesk.of(conversationId, 'summary');
  const drafting = useSyncExternalStore(draftDesk.subscribe, read, read);
  useEffect(() => {
    if (asked > 0 && !draftDesk.of(conversationId, 'summary')) {
      void draftDesk.begin(conversationId, 'summary');
    }
  }, [asked, conversationId]);

  const ready = drafting?.step === 'ready' ? drafting.draft : undefined;
  useEffect(() => {
    if (!ready) return;
    const text = ready.text ?? '';
    onNote(isBlank(note) ? text : `${note.trimEnd()}\n\n${text}`);
    onDrafted(ready.id);
    draftDesk.placed(conversationId, 'summary');
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each summary that comes
  }, [ready]);

  // It was handed over, or thrown away by hand.
  const isFilled = drafting?.step === 'placed' && !isBlank(note);
  const wasFilled = useRef(false);
  useEffect(() => {
    const isEmptied = wasFilled.current && isBlank(note);
    wasFilled.current = isFilled;
    if (isEmptied) drop();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the note has become empty
  }, [isFilled]);

  function drop() {
    draftDesk.drop(conversationId, 'summary');
    onDrafted(undefined);
  }

  const again = () => void draftDesk.begin(conversationId, 'summary');
  return (
    <div className="text-[14px]">
      <p role="status" className="text-ink-2">
        {sayStep(drafting)}
      </p>
      {drafting?.step === 'placed' && <DraftWarnings warnings={drafting.draft.warnings} />}
      <div className="mt-1.5 flex flex-wrap gap-2">
        {drafting?.step === 'drafting' && (
          <button type="button" className={DRAFT_BUTTON} onClick={drop}>
            {say('Stop drafting')}
          </button>
        )}
        {drafting?.step === 'placed' && (
          <button
            type="button"
            className={DRAFT_BUTTON}
            onClick={() => {
              // What one wrote oneself stays.
              onNote(note.replace(drafting.draft.text ?? '', '').trim());
              drop();
            }}
          >
            {say('Take the summary out')}
          </button>
        )}
        {(!drafting || drafting.step === 'failed') && (
          <button type="button" className={DRAFT_BUTTON} onClick={again}>
            {say('Draft a summary')}
          </button>
        )}
      </div>
    </div>
  );
}

function sayStep(drafting: ReturnType<typeof draftDesk.of>): string {
  if (drafting?.step === 'drafting') return say('A model is drafting the summary…');
  if (drafting?.step === 'failed') return drafting.problem;
  return drafting ? say('A model drafted it. Read it before you hand over.') : '';
}
