import type { ReactNode } from 'react';

interface RowDetailsProps {
  /** On the button that opens it. */
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** The last thing of a `.list-row`: a button beside the others, and once it is open a line of its own below. */
export function RowDetails({ summary, children }: RowDetailsProps) {
  return (
    <details className="open:basis-full">
      <summary className="button button-line button-small w-fit cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {summary}
      </summary>
      {children}
    </details>
  );
}
