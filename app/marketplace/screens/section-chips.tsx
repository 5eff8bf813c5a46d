import { Link } from 'react-router';
import type { Section } from '../sections.ts';
import { Swatch } from './swatch.tsx';

/** Shortcuts from the overview's hero to its sections. */
export function SectionChips({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <ul className="mx-auto mt-6 hidden max-w-[820px] flex-wrap justify-center gap-2.5 noscript:flex md:flex">
      {sections.map(({ id, title, look }) => (
        <li key={id}>
          <Link
            to={`/services#${id}`}
            className="flex min-h-11 items-center gap-2.5 rounded-field bg-[light-dark(rgb(255_255_255/70%),rgb(255_255_255/8%))] py-1 pe-3.5 ps-2 text-[15px] font-[550] transition-colors hover:bg-surface"
          >
            <Swatch look={look} />
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
