import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { DraftKind, DraftView } from '../../../assistant/protocol/draft.ts';
import { draftDesk, type Drafting } from './drafting.ts';

interface DraftedBox {
  /** True if the draft may fill the field automatically. */
  readonly takes: (draft: DraftView) => boolean;
  /** True if the field shows the kind of text that the draft is for. */
  readonly isOpen: boolean;
  readonly isFilled: boolean;
  readonly onCome: (draft: DraftView) => void;
  /** A field that held a draft is empty: the draft was sent, saved or deleted. */
  readonly onEmptied: () => void;
}

/** Returns the requested draft and puts it into its field once when the field accepts it. */
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
