import type { ReactNode } from 'react';
import { t } from '../i18n/translate.ts';

interface RowDetailsProps {
  /** Names the thing that can be changed, for screen readers. */
  readonly name: string;
  readonly children: ReactNode;
}

/** Renders the last element of a `.list-row`: a button that expands to a full-width line. */
export function RowDetails({ name, children }: RowDetailsProps) {
  return (
    <details className="open:basis-full">
      <summary className="button button-line button-small w-fit cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {t('Change')}
        <span dir="auto" className="sr-only">
          {' '}
          {name}
        </span>
      </summary>
      {children}
    </details>
  );
}
