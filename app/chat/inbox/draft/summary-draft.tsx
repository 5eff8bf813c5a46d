import { t } from '../../../i18n/translate.ts';
import { useEffect } from 'react';
import { isBlank } from '../../../platform/shown-text.ts';
import { DraftButton, DraftWarnings, useDraft } from './draft-parts.tsx';
import { draftDesk, type Drafting } from './drafting.ts';

interface SummaryDraftProps {
  readonly conversationId: string;
  readonly asked: number;
  readonly note: string;
  readonly onNote: (note: string) => void;
  /** Receives the id of the draft in the note; undefined when the note no longer contains it. */
  readonly onDrafted: (draftId: string | undefined) => void;
}

/** Writes a summary for the visitor's next agent into the note, where it can be edited and saved. */
export default function SummaryDraft(props: SummaryDraftProps) {
  const { conversationId, asked, note, onNote, onDrafted } = props;
  useEffect(() => {
    if (asked > 0 && !draftDesk.of(conversationId, 'summary')) {
      void draftDesk.begin(conversationId, 'summary');
    }
  }, [asked, conversationId]);

  const drafting = useDraft(conversationId, 'summary', {
    takes: () => true,
    isOpen: true,
    isFilled: !isBlank(note),
    onCome({ id, text }) {
      const summary = text ?? '';
      onNote(isBlank(note) ? summary : `${note.trimEnd()}\n\n${summary}`);
      onDrafted(id);
      draftDesk.placed(conversationId, 'summary');
    },
    // The visitor was handed over, or the note was cleared by hand.
    onEmptied: drop,
  });

  function drop() {
    draftDesk.drop(conversationId, 'summary');
    onDrafted(undefined);
  }

  const again = () => void draftDesk.begin(conversationId, 'summary');
  return (
    <div className="text-[14px]">
      <p role="status" className="text-ink-2">
        {describeStep(drafting)}
      </p>
      {drafting?.step === 'placed' && <DraftWarnings warnings={drafting.draft.warnings} />}
      <div className="mt-1.5 flex flex-wrap gap-2">
        {drafting?.step === 'drafting' && (
          <DraftButton onPress={drop}>{t('Stop drafting')}</DraftButton>
        )}
        {drafting?.step === 'placed' && (
          <DraftButton
            onPress={() => {
              onNote(note.replace(drafting.draft.text ?? '', '').trim());
              drop();
            }}
          >
            {t('Take the summary out')}
          </DraftButton>
        )}
        {(!drafting || drafting.step === 'failed') && (
          <DraftButton onPress={again}>{t('Draft a summary')}</DraftButton>
        )}
      </div>
    </div>
  );
}

function describeStep(drafting: Drafting | undefined): string {
  if (drafting?.step === 'drafting') return t('A model is drafting the summary…');
  if (drafting?.step === 'failed') return drafting.problem;
  return drafting ? t('A model drafted it. Read it before you hand over.') : '';
}
