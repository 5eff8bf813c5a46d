import { Link } from 'react-router';
import { t, msg } from '../i18n/translate.ts';

const REPORTS = [
  { path: '/team/reports', label: msg('Conversations') },
  { path: '/team/reports/revenue', label: msg('Revenue') },
] as const;

/** The reports of a shop, each a page of its own, because one page with all would read everything at once. */
export function ReportNav({ path }: { readonly path: (typeof REPORTS)[number]['path'] }) {
  return (
    <nav aria-label={t('Reports')} className="mt-5">
      <ul className="flex flex-wrap gap-x-6 border-b border-line">
        {REPORTS.map((report) => (
          <li key={report.path}>
            <Link
              to={report.path}
              aria-current={report.path === path ? 'page' : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent text-[15px] font-semibold text-ink-2 aria-[current=page]:border-primary aria-[current=page]:text-ink"
            >
              {t(report.label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
