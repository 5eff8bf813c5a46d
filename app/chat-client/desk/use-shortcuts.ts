import { useEffect } from 'react';
import type { InboxStore } from './inbox-store.ts';
import { readPreferences } from './preferences.ts';

/** The keys and what they do; the help sheet shows this list. */
export const SHORTCUTS = [
  { keys: 'Alt ↓', does: 'Next visitor' },
  { keys: 'Alt ↑', does: 'Previous visitor' },
  { keys: '/', does: 'Search conversations' },
  { keys: 'R', does: 'Write a reply' },
  { keys: 'E', does: 'Resolve, or reopen' },
  { keys: 'Esc', does: 'Close the conversation' },
  { keys: '?', does: 'This list' },
] as const;

export function useShortcuts(store: InboxStore, onHelp: () => void): void {
  useEffect(() => {
    const focus = (id: string) => document.getElementById(id)?.focus();
    const single: Record<string, () => void> = {
      '/': () => focus('inbox-search'),
      '?': onHelp,
      r: () => focus('reply'),
      e: () => void store.setCompleted(!store.openEntry()?.isCompleted),
      Escape: () => store.close(),
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault();
        store.step(event.key === 'ArrowDown' ? 1 : -1);
        return;
      }
      const action = single[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
      if (event.key !== 'Escape' && !readPreferences().hasShortcuts) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [store, onHelp]);
}

/** Letters typed into a field, and keys meant for an open menu or dialog, are no shortcuts. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.matches('input, textarea, select');
  return isField || document.querySelector(':popover-open, dialog[open]') !== null;
}
