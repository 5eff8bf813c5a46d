import { Link } from 'react-router';
import { Icon } from './icon.tsx';

interface SortHeaderProps {
  readonly label: string;
  /** The path of the list in the order that a press on the header gives. */
  readonly to: string;
  /** The present order by this column, or undefined if the list has another. */
  readonly sorted: 'ascending' | 'descending' | undefined;
  readonly isNumber?: boolean;
}

/** The header of a column that sorts its list. */
export function SortHeader({ label, to, sorted, isNumber = false }: SortHeaderProps) {
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={`px-4 py-1 font-semibold ${isNumber ? 'text-end' : 'text-start'}`}
    >
      <Link
        to={to}
        preventScrollReset
        className="inline-flex min-h-11 items-center gap-1 hover:underline"
      >
        {label}
        {sorted && (
          <Icon
            name="caret-down"
            size={14}
            className={sorted === 'descending' ? '' : 'rotate-180'}
          />
        )}
      </Link>
    </th>
  );
}
