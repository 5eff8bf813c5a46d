import { Link } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { pathOfQuery, type OrderFilter, type OrderQuery } from '../protocol/order-query.ts';
import type { WorkloadView } from '../protocol/staff.ts';

interface OrderWorkloadProps {
  readonly query: OrderQuery;
  readonly workload: readonly WorkloadView[];
}

/** Counts the orders of each person that are open, at risk and late. Every number is a link to its orders. */
export function OrderWorkload({ query, workload }: OrderWorkloadProps) {
  if (workload.length === 0) return null;
  return (
    <details className="mt-4 max-w-[760px]">
      <summary className="cursor-pointer py-2.5 font-semibold">{t('Workload')}</summary>
      <div className="mt-1 overflow-x-auto rounded-card bg-surface ring-1 ring-line">
        <table className="w-full border-collapse text-[15px]">
          <thead>
            <tr className="text-[14px] text-ink-2">
              <th scope="col" className="w-full px-4 py-2 text-start font-semibold">
                {t('Person')}
              </th>
              <th scope="col" className="px-4 py-2 text-end font-semibold">
                {t('Open orders')}
              </th>
              <th scope="col" className="px-4 py-2 text-end font-semibold">
                {t('At risk')}
              </th>
              <th scope="col" className="px-4 py-2 text-end font-semibold">
                {t('Late')}
              </th>
            </tr>
          </thead>
          <tbody>
            {workload.map(({ person, open, late, atRisk }) => {
              const name = person?.name ?? t('Unassigned');
              const pathOf = (show: OrderFilter) =>
                pathOfQuery({ ...query, who: person?.id ?? 'unassigned', show, due: '' });
              return (
                <tr key={person?.id ?? ''} className="border-t border-line tabular-nums">
                  <th scope="row" className="px-4 py-2 text-start font-normal">
                    <bdi>{name}</bdi>
                  </th>
                  <td className="px-4 py-2 text-end">
                    <Link
                      className="link"
                      to={pathOf('open')}
                      aria-label={t('{name}: {count} open', { name, count: open })}
                    >
                      {open}
                    </Link>
                  </td>
                  <td className="px-4 py-2 text-end">
                    <Link
                      className="link"
                      to={pathOf('risk')}
                      aria-label={t('{name}: {count} at risk', { name, count: atRisk })}
                    >
                      {atRisk}
                    </Link>
                  </td>
                  <td className="px-4 py-2 text-end">
                    <Link
                      className={`link ${late > 0 ? 'font-semibold text-error' : ''}`}
                      to={pathOf('late')}
                      aria-label={t('{name}: {count} late', { name, count: late })}
                    >
                      {late}
                    </Link>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
