import { useEffectEvent, useLayoutEffect } from 'react';
import { openPalette } from '../../ui/command/open-palette.ts';
import { DESK_COMMANDS, type Desk } from './desk-commands.ts';
import { readPreferences } from './preferences.ts';
import { isComposing } from '../../ui/is-composing.ts';

/** Handles the dashboard's shortcuts unless a field has the focus or a dialog is open. */
export function useShortcuts(desk: Desk): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      void desk.store.step(event.key === 'ArrowDown' ? 1 : -1);
      return;
    }
    const command = DESK_COMMANDS.find(({ key }) => key === event.key);
    if (!command || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
    if (event.key !== 'Escape' && !readPreferences().hasShortcuts) return;
    event.preventDefault();
    if (!(command.isOffered?.(desk) ?? true)) return;
    const choices = command.choices?.(desk);
    if (choices) openPalette(choices);
    else command.run?.(desk);
  });
  // A layout effect registers the listener together with the first paint, not after it.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Returns true for keys typed into a field or meant for an open menu or dialog. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.matches('input, textarea, select');
  return isField || document.querySelector(':popover-open, dialog[open]') !== null;
}
