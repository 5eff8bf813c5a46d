import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { sayCount } from '../../platform/say-count.ts';
import { PagesNav } from '../../ui/pages-nav.tsx';
import type { SectionOption } from '../protocol/group-options.ts';
import type { TableRow } from '../protocol/read-table.ts';
import { writeTableQuery, type TableQuery } from '../protocol/table-query.ts';
import { sayPosition } from '../protocol/field-labels.ts';
import { CatalogueRow } from './catalogue-row.tsx';
import type { EntryAnswer } from './entry-answer.ts';
import { TableFilter } from './table-filter.tsx';
import { useRowDrag } from './use-row-drag.tsx';

interface CatalogueTableProps {
  readonly query: TableQuery;
  readonly sections: readonly SectionOption[];
  readonly rows: readonly (TableRow & { readonly shown: string })[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly answer: EntryAnswer | undefined;
}

export function CatalogueTable(props: CatalogueTableProps) {
  const { query, sections, rows, total, hasMore, answer } = props;
  const { form, rowProps } = useRowDrag(rows);
  return (
    <>
      <TableFilter query={query} sections={sections} />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-[15px] text-ink-2">
          {sayCount({ noun: 'service', number: total })}
        </p>
        <Link to="/team/catalogue/service/new" className="button button-primary button-small">
          {say('New service')}
        </Link>
      </div>
      {rows.length === 0 ? (
        <p className="mt-6 text-ink-2">
          {say('No service is like that. Clear the filters to see all.')}
        </p>
      ) : (
        <table className="mt-4 w-full table-fixed rounded-card bg-surface text-left ring-1 ring-line">
          <thead className="text-[13.5px] text-ink-2">
            <tr>
              <th scope="col" className="px-3 py-2.5 font-semibold md:px-4">
                {say('Service')}
              </th>
              <th scope="col" className="w-[118px] py-2.5 font-semibold sm:w-[210px] md:w-[380px]">
                {say('Price')}
              </th>
              <th scope="col" className="w-[64px] px-2 py-2.5 font-semibold md:w-[128px]">
                {sayPosition()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <CatalogueRow
                key={row.id}
                row={row}
                answer={answer?.typed.entry === row.id ? answer : undefined}
                dragging={rowProps(row)}
              />
            ))}
          </tbody>
        </table>
      )}
      {form}
      <PagesNav
        page={query.page}
        hasMore={hasMore}
        pathOf={(page) => writeTableQuery({ ...query, page })}
        names={[say('Previous'), say('Next')]}
      />
    </>
  );
}
