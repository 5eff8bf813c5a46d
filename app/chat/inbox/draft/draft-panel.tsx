import { t } from '../../../i18n/translate.ts';
import { useEffect, useRef, useState } from 'react';
import type { DraftView } from '../../../assistant/protocol/draft.ts';
import { isBlank } from '../../../platform/shown-text.ts';
import { browserStorage, loadText, saveText } from '../../../ui/browser-storage.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Reply } from '../use-reply.ts';
import { DraftButton, DraftSources, DraftWarnings, useDraft } from './draft-parts.tsx';
import { draftDesk } from './drafting.ts';
import { beforeKey, place, placedIn } from './placed-drafts.ts';

interface DraftPanelProps {
  readonly conversationId: string;
  readonly visitorId: string;
  readonly asked: number;
  readonly newestNumber: number;
  readonly reply: Reply;
}

/**
 * Shows the draft above the composer with its sources and warnings. The draft is never sent automatically. A
 * draft without warnings fills an empty composer immediately; otherwise the agent must accept it.
 */
export default function DraftPanel(props: DraftPanelProps) {
  const { conversationId, visitorId, newestNumber, reply } = props;
  const [before, setBefore] = useBefore(visitorId);
  useAsking(props);

  function put(suggestedReply: DraftView, text: string, persisted: string) {
    setBefore(persisted);
    reply.change(text);
    place(visitorId, suggestedReply.id);
    draftDesk.placed(conversationId, 'answer');
    reply.field.current?.focus();
  }

  function drop() {
    draftDesk.drop(conversationId, 'answer');
    place(visitorId, '');
  }

  const drafting = useDraft(conversationId, 'answer', {
    takes: ({ warnings }) => warnings.length === 0 && isBlank(reply.text) && !reply.isNote,
    isOpen: !reply.isNote,
    isFilled: !isBlank(reply.text),
    onCome: (suggestedReply) => put(suggestedReply, suggestedReply.text ?? '', ''),
    onEmptied() {
      // A sent draft has already moved to its message, so a draft that is still placed was deleted by hand.
      if (placedIn(visitorId) !== '') return drop();
      draftDesk.done(conversationId, 'answer');
      setBefore('');
    },
  });

  /** Swaps the text in the composer with the text that the draft replaced. */
  function bringBack() {
    setBefore(isBlank(reply.text) ? '' : reply.text);
    reply.change(before);
    place(visitorId, '');
    draftDesk.takenOut(conversationId);
    reply.field.current?.focus();
  }

  if (!drafting) {
    return before && !reply.isNote && !reply.isLocked ? <BringBack onPress={bringBack} /> : null;
  }
  return (
    <section
      aria-label={t('Drafted by a model')}
      className="mb-2 max-h-[45dvh] overflow-y-auto rounded-[12px] bg-canvas p-3 text-[14px] ring-1 ring-line"
    >
      {drafting.step === 'drafting' && (
        <Row status={t('A model is drafting. You can go on writing.')}>
          <DraftButton onPress={drop}>{t('Stop drafting')}</DraftButton>
        </Row>
      )}
      {drafting.step === 'failed' && (
        <Row status={drafting.problem} isProblem>
          <DraftButton onPress={() => void draftDesk.begin(conversationId, 'answer')}>
            {t('Try it again')}
          </DraftButton>
          <DraftButton onPress={drop}>{t('Hide this')}</DraftButton>
        </Row>
      )}
      {drafting.step === 'ready' && (
        <Ready draft={drafting.draft} reply={reply} onPut={put} onDrop={drop} />
      )}
      {drafting.step === 'placed' && (
        <Row status={t('A model drafted what stands in the box. Read it before you send it.')}>
          {before && <BringBack onPress={bringBack} />}
          <DraftButton
            onPress={() => {
              // A draft that the agent has edited is kept as their own text.
              const isChanged = reply.text !== drafting.draft.text;
              reply.change(before);
              setBefore(isChanged ? reply.text : '');
              drop();
            }}
          >
            {t('Throw the draft away')}
          </DraftButton>
        </Row>
      )}
      {'draft' in drafting && (
        <>
          {drafting.draft.upTo < newestNumber && (
            <p className="mt-2 text-amber">
              {t('There are newer messages than those it was drafted from.')}
            </p>
          )}
          {drafting.step === 'placed' && <DraftWarnings warnings={drafting.draft.warnings} />}
          <DraftSources sources={drafting.draft.sources} />
        </>
      )}
    </section>
  );
}

function useAsking({ conversationId, visitorId, asked }: DraftPanelProps): void {
  const answered = useRef(0);
  useEffect(() => {
    const inBox = placedIn(visitorId);
    if (asked > answered.current) {
      answered.current = asked;
      if (draftDesk.of(conversationId, 'answer')?.step !== 'drafting') {
        void draftDesk.begin(conversationId, 'answer');
      }
    } else if (inBox !== '') {
      void draftDesk.find(conversationId, inBox);
    }
  }, [asked, conversationId, visitorId]);
}

function useBefore(visitorId: string) {
  const [before, setBefore] = useState(() => loadText(browserStorage(), beforeKey(visitorId)));
  return [
    before,
    (text: string) => {
      saveText(browserStorage(), beforeKey(visitorId), text);
      setBefore(text);
    },
  ] as const;
}

interface ReadyProps {
  readonly draft: DraftView;
  readonly reply: Reply;
  readonly onPut: (suggestedReply: DraftView, text: string, persisted: string) => void;
  readonly onDrop: () => void;
}

/** Asks the agent, because the composer is not empty or the draft has warnings. */
function Ready({ draft: suggestedReply, reply, onPut, onDrop }: ReadyProps) {
  const { text } = reply;
  const drafted = suggestedReply.text ?? '';
  const hasText = !isBlank(text);
  return (
    <>
      <p role="status" className="font-semibold text-ink">
        {hasText
          ? t('A model drafted this. What you have written stays until you choose.')
          : t('A model drafted this. It is not in the box yet.')}
      </p>
      <blockquote
        dir="auto"
        className="mt-2 whitespace-pre-wrap border-l-2 border-line pl-3 [overflow-wrap:anywhere]"
      >
        {drafted}
      </blockquote>
      <DraftWarnings warnings={suggestedReply.warnings} />
      {reply.isNote ? (
        <p className="mt-2 text-ink-2">{t('It is for the visitor: choose Reply to use it.')}</p>
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {!hasText && (
            <DraftButton onPress={() => onPut(suggestedReply, drafted, '')}>
              {suggestedReply.warnings.length > 0 ? t('Use it all the same') : t('Use the draft')}
            </DraftButton>
          )}
          {hasText && (
            <>
              <DraftButton onPress={() => onPut(suggestedReply, drafted, text)}>
                {t('Use it in place of mine')}
              </DraftButton>
              <DraftButton
                onPress={() => onPut(suggestedReply, `${text.trimEnd()}\n\n${drafted}`, text)}
              >
                {t('Add it below mine')}
              </DraftButton>
            </>
          )}
          <DraftButton onPress={onDrop}>{t('Throw the draft away')}</DraftButton>
        </div>
      )}
    </>
  );
}

function BringBack({ onPress }: { readonly onPress: () => void }) {
  return <DraftButton onPress={onPress}>{t('Bring back what I had written')}</DraftButton>;
}

interface RowProps {
  readonly status: string;
  readonly isProblem?: boolean;
  readonly children: React.ReactNode;
}

function Row({ status, isProblem = false, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isProblem ? (
        <Icon name="warning-circle-fill" size={17} className="text-amber" />
      ) : (
        <Icon name="note-pencil" size={17} className="text-primary" />
      )}
      <p role="status" className="min-w-0 flex-1 basis-[220px] font-semibold text-ink">
        {status}
      </p>
      {children}
    </div>
  );
}
