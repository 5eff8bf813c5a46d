import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { say } from '../platform/say.ts';

export interface Crumb {
  readonly label: string;
  readonly to: string;
}

interface BreadcrumbProps {
  readonly crumbs: readonly Crumb[];
  /** The page one is on; not a link. */
  readonly current: string;
}

export function Breadcrumb({ crumbs, current }: BreadcrumbProps) {
  return (
    <nav
      aria-label={say('Breadcrumb')}
      className="text-[15px] text-ink-2 max-md:text-sm max-[359px]:text-[13px]"
    >
      <ol className="flex flex-wrap items-center">
        {crumbs.map(({ label, to }) => (
          <li key={to} className="flex items-center">
            <Link to={to} className="rounded-[6px] py-2.5 hover:text-ink hover:underline">
              {label}
            </Link>
            <Icon name="caret-right" size={14} className="mx-2 max-[359px]:mx-1" />
          </li>
        ))}
        <li className="py-2.5">
          <span aria-current="page" className="font-[650] text-ink">
            {current}
          </span>
        </li>
      </ol>
    </nav>
  );
}
