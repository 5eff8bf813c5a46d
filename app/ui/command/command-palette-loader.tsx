import { useEffect, useLayoutEffect, useState } from 'react';
import { type Choices, onOpenPalette, openPalette, TypedAhead } from './command.ts';
import type { Find } from './command-palette.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { isComposing } from '../is-composing.ts';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).default, {
  placeholder: ({ typed }, hasFailed) => hasFailed && <KeysReleased typed={typed} />,
  onDismiss: ({ onClose }) => onClose(),
});

/** Returns the keyboard to the page if the palette fails to load. */
function KeysReleased({ typed }: { readonly typed: TypedAhead }) {
  useEffect(() => void typed.hand(), [typed]);
  return null;
}

interface CommandPaletteLoaderProps {
  readonly find: Find;
}

interface Opened {
  readonly choices: Choices | undefined;
  readonly typed: TypedAhead;
}

/** Opens the palette with ⌘K or Ctrl+K and loads it on first use. */
export function CommandPaletteLoader({ find }: CommandPaletteLoaderProps) {
  const [opened, setOpened] = useState<Opened | null>(null);

  // A layout effect listens from the first paint on, so that no key is missed.
  useLayoutEffect(() => {
    let typed: TypedAhead | undefined;
    return onOpenPalette((choices) => {
      // A second request while the palette loads keeps the keys typed so far.
      if (typed && !typed.isOver) return;
      typed = new TypedAhead(() => setOpened(null));
      setOpened({ choices, typed });
    });
  }, []);
  // Releases the keyboard if the palette was closed before it loaded, or failed to load.
  useEffect(() => () => void opened?.typed.hand(), [opened]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isComposing(event)) return;
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (event.metaKey === event.ctrlKey) return;
      // This replaces the browser's own shortcut.
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
      onClose={() => setOpened(null)}
    />
  );
}
