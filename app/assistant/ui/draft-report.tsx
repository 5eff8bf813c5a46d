import { formatsNow, t, msg, type Sentence } from '../../i18n/translate.ts';
import type { DraftCounts } from '../protocol/draft.ts';

const COLUMNS = [
  { name: msg('Asked for'), of: 'asked' },
  { name: msg('Sent as drafted'), of: 'taken' },
  { name: msg('Sent edited'), of: 'edited' },
  { name: msg('Dropped'), of: 'dropped' },
  { name: msg('Not decided'), of: 'open' },
  { name: msg('None came'), of: 'without' },
  { name: msg('In doubt'), of: 'doubted' },
] as const satisfies readonly { readonly name: Sentence; readonly of: keyof DraftCounts }[];

export function DraftReport({ rows }: { readonly rows: readonly DraftCounts[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="draft-report" className="mt-12">
      <h2 id="draft-report" className="text-[26px]">
        {t('Drafts by a model')}
      </h2>
      <p className="mt-2 max-w-[44em] text-[15px] text-ink-2">
        {t(
          'What nobody sent within a day counts as dropped. In doubt: something stood in none of the sources, and was shown before it could be used.',
        )}
      </p>
      <div
        role="region"
        aria-label={t('Drafts by agent')}
        tabIndex={0}
        className="mt-4 overflow-x-auto"
      >
        <table className="w-full min-w-[760px] border-collapse text-[15px]">
          <thead>
            <tr className="border-b border-line text-left text-[14px] text-ink-2">
              <th className="py-2 pr-3 font-semibold">{t('Agent')}</th>
              <th className="py-2 pr-3 font-semibold">{t('Drafts')}</th>
              {COLUMNS.map(({ name, of }) => (
                <th key={of} className="py-2 pl-3 text-right font-semibold">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.agentId} ${row.kind}`} className="border-b border-line">
                <td className="py-2 pr-3 [overflow-wrap:anywhere]">
                  {row.agent ?? t('Former colleague')}
                </td>
                <td className="py-2 pr-3">
                  {row.kind === 'answer' ? t('Answers') : t('Summaries')}
                </td>
                {COLUMNS.map(({ of }) => (
                  <td key={of} className="py-2 pl-3 text-right tabular-nums">
                    {row[of].toLocaleString(formatsNow())}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
