import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { DraftKind, DraftView } from '../../../assistant/wire/draft.ts';
import { draftDesk, type Drafting } from './drafting.ts';

/** The box that a draft is for. */
interface DraftedBox {
  /** Whether a draft comes into it by itself, as it stands now. */
  readonly takes: (draft: DraftView) => boolean;
  /** Whether what it shows is what the draft is for. */
  readonly isOpen: boolean;
  readonly isFilled: boolean;
  readonly onCome: (draft: DraftView) => void;
  /** It held a draft and holds nothing any more: that was sent, saved or thrown away. */
  readonly onEmptied: () => void;
}

/** The draft of this kind that was asked for, put into its box once when it may come in. */
export function useDraft(
  conversationId: string,
  kind: DraftKind,
  { takes, isOpen, isFilled, onCome, onEmptied }: DraftedBox,
): Drafting | undefined {
  const read = () => draftDesk.of(conversationId, kind);
  const drafting = useSyncExternalStore(draftDesk.subscribe, read, read);
  const come = useEffectEvent(onCome);
  const empty = useEffectEvent(onEmptied);

  const coming = drafting?.step === 'ready' && takes(drafting.draft) ? drafting.draft : undefined;
  useEffect(() => {
    if (coming) come(coming);
  }, [coming]);

  const isPlaced = drafting?.step === 'placed' && isOpen;
  const holdsDraft = isPlaced && isFilled;
  const heldDraft = useRef(false);
  useEffect(() => {
    const isEmptied = isPlaced && !holdsDraft && heldDraft.current;
    heldDraft.current = holdsDraft;
    if (isEmptied) empty();
  }, [isPlaced, holdsDraft]);
  return drafting;
}
