import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { languageNow } from './platform/say.ts';
import { PartLoader } from './ui/part-loader.ts';

function takeOver(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

// The words of English stand where they are said: no page waits for them.
if (languageNow() === 'en') takeOver();
else {
  const words = new PartLoader(async () => (await import('./routes/learn-page.ts')).learnPage());
  void words.whenLoaded().then(takeOver);
}
