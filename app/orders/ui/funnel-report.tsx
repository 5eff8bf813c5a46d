import { formatsNow, t } from '../../i18n/translate.ts';
import { dateFormat } from '../../platform/formats.ts';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { FUNNEL_STEPS, type FunnelGroup, type FunnelView } from '../protocol/funnel.ts';
import { formatPercentage } from '../protocol/order-report.ts';

interface FunnelReportProps {
  readonly funnel: FunnelView;
  readonly period: { readonly from: string; readonly to: string };
}

/** From the service's page to the paid order. */
export function FunnelReport({
  funnel: { byDay, byService, total, before },
  period,
}: FunnelReportProps) {
  return (
    <section aria-labelledby="funnel" className="mt-12">
      <h2 id="funnel" className="text-[26px]">
        {t('From service page to order')}
      </h2>
      <p className="mt-2 max-w-[47em] text-[15px] text-ink-2">
        {t(
          'Views are counted on the server, without cookies or addresses, and without known bots. An order counts on the day it was placed, also if it is paid later.',
        )}
      </p>
      {byService.length === 0 ? (
        <p className="mt-4 text-ink-2">
          {t('Views and direct orders of this period will appear here.')}
        </p>
      ) : (
        <>
          <Counts
            caption={t('Orders by service')}
            first={t('Service')}
            groups={[
              ...byService,
              { name: t('All services'), ...total },
              { name: t('All services, in the days before'), ...before },
            ]}
          />
          <details className="mt-4">
            <summary className="opener text-[15px] font-semibold text-primary">
              {t('Orders by day')}
            </summary>
            <Counts
              caption={t('Orders by day')}
              first={t('Day')}
              groups={byDay.map((group) => ({ ...group, name: formatDay(group.name) }))}
            />
          </details>
        </>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {(['csv', 'json'] as const).map((format) => (
          <DownloadForm key={format} action="/team/reports/funnel">
            <HiddenFields fields={{ format, from: period.from, to: period.to }} />
            <SubmitButton className="button button-line button-small">
              {format === 'csv' ? t('Download as CSV') : t('Download as JSON')}
            </SubmitButton>
          </DownloadForm>
        ))}
      </div>
    </section>
  );
}

const DAY = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

function formatDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

interface CountsProps {
  readonly caption: string;
  readonly first: string;
  readonly groups: readonly FunnelGroup[];
}

function Counts({ caption, first, groups }: CountsProps) {
  const columns = [t('Page'), t('Order form'), t('Placed'), t('Paid')];
  return (
    <div
      className="mt-4 max-w-[860px] overflow-x-auto"
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="w-full border-collapse text-[15px]">
        <caption dir="auto" className="pb-2 text-start text-[17px] font-semibold">
          {caption}
        </caption>
        <thead>
          <tr className="border-b border-line text-[14px] text-ink-2">
            <th scope="col" className="py-2 text-start font-semibold">
              {first}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 ps-2 text-end font-semibold">
                {column}
              </th>
            ))}
            <th scope="col" className="py-2 ps-2 text-end font-semibold">
              {t('Placed of page views')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.name} className="border-b border-line">
              <th
                scope="row"
                dir="auto"
                className="py-2 text-start font-normal [overflow-wrap:break-word]"
              >
                {group.name}
              </th>
              {FUNNEL_STEPS.map((step) => (
                <td key={step} className="py-2 ps-2 text-end tabular-nums">
                  {group[step].toLocaleString(formatsNow())}
                </td>
              ))}
              <td className="py-2 ps-2 text-end tabular-nums">
                {formatPercentage(group.placed, group.pages)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
