import { MarkShapes } from './mark.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../i18n/translate.ts';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  readonly heading?: 'h1' | 'h2' | 'h3';
  readonly children?: React.ReactNode;
}

export function EmptyState({ title, text, heading: Heading = 'h2', children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center rounded-panel bg-surface px-6 py-12 text-center shadow-rest ring-1 ring-line">
      <ErrorIllustration />
      <Heading dir="auto" className="mt-4 text-[23px] tracking-[-0.02em] [overflow-wrap:anywhere]">
        {title}
      </Heading>
      <p dir="auto" className="mt-2 max-w-[26em] text-ink-2">
        {text}
      </p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}

export function ErrorIllustration() {
  return (
    <svg
      viewBox="0 0 112 84"
      className="mx-auto h-[84px] w-[112px]"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="56" cy="50" r="34" fill="var(--sunken)" />
      <g transform="translate(14 0) scale(2.6)">
        <MarkShapes />
      </g>
      <path
        d="M14 76q5.2-7 10.4 0t10.4 0 10.4 0 10.4 0 10.4 0 10.4 0 10.4 0 10.4 0"
        fill="none"
        stroke="var(--primary)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  );
}

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
            {t('VIEW OUR SERVICES')}
          </Link>
        )}
        {children}
      </EmptyState>
    </main>
  );
}
