import { useEffect, useLayoutEffect, useState } from 'react';
import type { Choices, Command } from './command.ts';
import { lazyPart } from '../lazy-part.tsx';
import { onOpenPalette, openPalette } from './open-palette.ts';
import { TypedAhead } from './typed-ahead.ts';
import { isComposing } from '../is-composing.ts';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).default, {
  placeholder: ({ typed }, hasFailed) => hasFailed && <KeysReleased typed={typed} />,
  onDismiss: ({ onClose }) => onClose(),
});

/** Without the palette its keys belong to the page again. */
function KeysReleased({ typed }: { readonly typed: TypedAhead }) {
  useEffect(() => void typed.hand(), [typed]);
  return null;
}

interface PaletteHostProps {
  /** What else is called like what was typed: the server is asked. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Command[]>;
  /** The heading above what `find` found. */
  readonly foundName: string;
}

interface Opened {
  readonly choices: Choices | undefined;
  readonly typed: TypedAhead;
}

/** ⌘K or Ctrl+K: the palette, which is loaded when it is first asked for. */
export function PaletteHost({ find, foundName }: PaletteHostProps) {
  const [opened, setOpened] = useState<Opened | null>(null);

  // With the page, not a moment after it: a key is heard as soon as anything can be seen.
  useLayoutEffect(() => {
    let typed: TypedAhead | undefined;
    return onOpenPalette((choices) => {
      // Asked for again before it has come, it keeps what was typed since.
      if (typed && !typed.isOver) return;
      typed = new TypedAhead(() => setOpened(null));
      setOpened({ choices, typed });
    });
  }, []);
  // Closed before it came, or what was to come did not.
  useEffect(() => () => void opened?.typed.hand(), [opened]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (event.metaKey === event.ctrlKey) return;
      // The browser's own search is a key away; this one is what the page can do.
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) openPalette();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  if (!opened) return null;
  return (
    <CommandPalette
      first={opened.choices}
      typed={opened.typed}
      find={find}
      foundName={foundName}
      onClose={() => setOpened(null)}
    />
  );
}
