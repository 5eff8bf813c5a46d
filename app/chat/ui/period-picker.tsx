import { Link } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { PRESETS, type Period } from '../protocol/report-period.ts';

interface PeriodPickerProps {
  readonly period: Period;
  /** Other parameters of the page's address, which a new period keeps. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Links and a GET form keep the period in the URL and work without JavaScript. */
export function PeriodPicker({ period, fields = {} }: PeriodPickerProps) {
  const pathOf = (name: string) => `?${new URLSearchParams({ period: name, ...fields })}`;
  return (
    <div className="mt-8 flex flex-wrap items-end gap-x-6 gap-y-4">
      <nav aria-label={t('Period')} className="max-sm:w-full">
        <ul className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:[&_.button]:w-full max-sm:[&_.button]:px-1">
          {PRESETS.map(({ name, label }) => (
            <li key={name}>
              <Link
                to={pathOf(name)}
                preventScrollReset
                aria-current={period.preset === name ? 'true' : undefined}
                className={`button button-small ${period.preset === name ? 'button-primary' : 'button-line'}`}
              >
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form method="get" className="flex flex-wrap items-end gap-3">
        <HiddenFields fields={fields} />
        {(['from', 'to'] as const).map((end) => (
          <label
            key={`${end} ${(period.typed ?? period)[end]}`}
            className="text-[14px] font-semibold"
          >
            {end === 'from' ? t('From') : t('To')}
            <input
              type="date"
              name={end}
              required
              defaultValue={(period.typed ?? period)[end]}
              aria-describedby={period.problem ? 'period-problem' : undefined}
              className="field mt-1 block w-[168px]"
            />
          </label>
        ))}
        <button type="submit" className="button button-line button-small">
          {t('Show')}
        </button>
      </form>
      {period.problem && (
        <div id="period-problem" className="w-full">
          <Notice kind="error">
            <span>{period.problem}</span> <span>{t('Showing the last 30 days.')}</span>
          </Notice>
        </div>
      )}
    </div>
  );
}
