import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { languageNow } from './platform/translate.ts';
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

// English texts are part of the code, so only other languages wait for their translations.
if (languageNow() === 'en') takeOver();
else {
  const words = new PartLoader(async () => (await import('./routing/learn-page.ts')).learnPage());
  void words.whenLoaded().then(takeOver);
}
