import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { languageNow } from './platform/say.ts';

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
else void import('./routes/learn-page.ts').then(({ learnPage }) => learnPage()).then(takeOver);
