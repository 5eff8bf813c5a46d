import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { TOUCH } from '../client/typed-text.ts';
import type { Stage } from './chat-state.ts';
import { isComposing, keepWhileComposing } from '../../ui/is-composing.ts';

/** rule 86: a phone shows the chat on the whole screen. */
const PHONE = '(max-width: 48rem)';

/**
 * Opens and closes the dialog: non-modal on wide screens, modal on a phone, where nothing behind it may take
 * the focus. Moves the focus into the dialog and between the stages.
 */
export function useChatDialog(
  isOpen: boolean,
  composer: RefObject<HTMLTextAreaElement | null>,
  stage: Stage,
  onClose: () => void,
) {
  const dialog = useRef<HTMLDialogElement>(null);

  /** On touch screens the composer gets no automatic focus, because the keyboard would cover the chat. */
  const focusStart = useCallback(() => {
    const isTyping = stage === 'conversation' && !matchMedia(TOUCH).matches;
    const field = dialog.current?.querySelector<HTMLElement>('[data-first-field]');
    (field ?? (isTyping ? composer.current : dialog.current))?.focus();
  }, [composer, stage]);

  useEffect(() => {
    const panel = dialog.current;
    if (!panel || !isOpen) return undefined;
    const phone = matchMedia(PHONE);
    const show = () => {
      const focused = panel.contains(document.activeElement) ? document.activeElement : null;
      panel.close();
      if (phone.matches) panel.showModal();
      else panel.show();
      if (focused instanceof HTMLElement) focused.focus();
    };
    show();
    const ending = new AbortController();
    phone.addEventListener('change', show, ending);
    fitKeyboard(panel, phone, ending.signal);
    return () => {
      ending.abort();
      panel.close();
    };
  }, [isOpen]);

  useEffect(() => {
    if (isOpen) focusStart();
  }, [isOpen, focusStart]);

  useEffect(() => {
    const panel = dialog.current;
    if (!panel) return undefined;
    const onKey = (event: KeyboardEvent) => {
      // Escape that ends a composition must not close the panel.
      if (isComposing(event)) return;
      if (event.key === 'Escape') onClose();
      // Letters typed anywhere in the panel go to the composer.
      if (event.target === panel && isLetter(event)) composer.current?.focus();
    };
    const onCancel = (event: Event) => {
      event.preventDefault();
      onClose();
    };
    const ending = new AbortController();
    keepWhileComposing(panel, ending.signal);
    panel.addEventListener('keydown', onKey, ending);
    panel.addEventListener('cancel', onCancel, ending);
    return () => ending.abort();
  }, [composer, onClose]);

  return { dialog, focusStart };
}

function isLetter(event: KeyboardEvent): boolean {
  if (isComposing(event)) return false;
  const { key, ctrlKey, metaKey, altKey } = event;
  return Array.from(key).length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

/**
 * Keeps the panel in the area that a phone's keyboard leaves free. Some browsers do not shrink `dvh` for the
 * keyboard.
 */
function fitKeyboard(panel: HTMLElement, phone: MediaQueryList, signal: AbortSignal): void {
  const view = window.visualViewport;
  if (!view) return;
  const fit = () => {
    // Pinch zoom changes the visual viewport as well and must not shrink the panel.
    const isCovered = phone.matches && view.scale <= 1.01 && view.height < window.innerHeight - 1;
    panel.style.height = isCovered ? `${view.height}px` : '';
    panel.style.top = isCovered ? `${view.offsetTop}px` : '';
  };
  fit();
  view.addEventListener('resize', fit, { signal });
  view.addEventListener('scroll', fit, { signal });
  signal.addEventListener('abort', () => {
    panel.style.height = '';
    panel.style.top = '';
  });
}
