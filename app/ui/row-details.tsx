import type { ReactNode } from 'react';
import { say } from '../platform/say.ts';

interface RowDetailsProps {
  /** What is changed in it, for those who do not see the row. */
  readonly name: string;
  readonly children: ReactNode;
}

/** The last thing of a `.list-row`: a button beside the others, and once it is open a line of its own below. */
export function RowDetails({ name, children }: RowDetailsProps) {
  return (
    <details className="open:basis-full">
      <summary className="button button-line button-small w-fit cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {say('Change')}
        <span dir="auto" className="sr-only">
          {' '}
          {name}
        </span>
      </summary>
      {children}
    </details>
  );
}
