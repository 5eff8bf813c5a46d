import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from './empty-state.tsx';
import { say } from '../platform/say.ts';

interface ErrorPageProps {
  readonly title: string;
  readonly text: string;
  readonly way?: ReactNode;
  readonly children?: ReactNode;
}

export function ErrorPage({ title, text, way, children }: ErrorPageProps) {
  return (
    <main className="mx-auto grid min-h-[64vh] max-w-[560px] content-center px-5 py-14">
      <EmptyState heading="h1" title={title} text={text}>
        {way ?? (
          <Link to="/services" className="button button-primary">
            {say('VIEW OUR SERVICES')}
          </Link>
        )}
        {children}
      </EmptyState>
    </main>
  );
}
