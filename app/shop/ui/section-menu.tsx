import { useEffect, useMemo, useRef, useState, type RefObject, useCallback } from 'react';
import { Link } from 'react-router';
import { langOf, type Translated } from '../../platform/lang-of.ts';
import type { Look } from '../pictures/looks.ts';
import type { Section } from '../sections.ts';
import { Swatch } from './swatch.tsx';
import { t } from '../../i18n/translate.ts';

/** rule 32 sets these values. */
const OFFSET_PX = 100;

const LOCK_MS = 500;

interface MenuEntry extends Translated {
  readonly anchor: string;
  readonly look: Look | 'all';
  readonly title: string;
}

function entriesOf(sections: readonly Section[]): [MenuEntry, ...MenuEntry[]] {
  return [
    { anchor: 'allservices', look: 'all', title: t('All Services') },
    ...sections.map(({ id, title, look, fallbacks }) => ({ anchor: id, look, title, fallbacks })),
  ];
}

interface SectionMenuProps {
  readonly sections: readonly Section[];
  /** The large menu appears once the overview's hero has been scrolled past. */
  readonly hero: RefObject<HTMLElement | null>;
}

/** On small screens, the menu is a bar that opens a drawer. */
export function SectionMenu({ sections, hero }: SectionMenuProps) {
  const entries = useMemo(() => entriesOf(sections), [sections]);
  const ids = useMemo(() => entries.map(({ anchor }) => anchor), [entries]);
  const [active, choose] = useActiveSection(ids);
  const isPastHero = useIsPast(hero);
  return (
    <>
      <aside className="hidden md:block" data-follows-scrolling>
        <nav
          aria-label={t('Sections')}
          className={`section-menu ${isPastHero ? '' : 'section-menu-waiting'}`}
        >
          <Entries entries={entries} active={active} onChoose={choose} />
        </nav>
      </aside>
      <SectionBar entries={entries} active={active} choose={choose} />
    </>
  );
}

interface EntriesProps {
  readonly entries: readonly [MenuEntry, ...MenuEntry[]];
  readonly active: string;
  readonly onChoose: (anchor: string) => void;
}

function Entries({ entries, active, onChoose }: EntriesProps) {
  return (
    <ul>
      {entries.map(({ anchor, look, title, fallbacks }) => (
        <li key={anchor}>
          <Link
            to={`/services#${anchor}`}
            aria-current={anchor === active ? 'true' : undefined}
            className="flex min-h-12 items-center gap-3 rounded-button px-3 py-1 text-[16px] leading-tight font-[550] text-ink-2 transition-colors hover:text-ink aria-[current]:bg-surface aria-[current]:font-[650] aria-[current]:text-ink aria-[current]:shadow-raised aria-[current]:ring-1 aria-[current]:ring-line md:max-lg:px-2 md:max-lg:text-[15px] forced-colors:aria-[current]:underline"
            onClick={() => onChoose(anchor)}
          >
            <Swatch look={look} />
            <bdi lang={langOf({ fallbacks }, 'title')}>{title}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface SectionBarProps extends Omit<EntriesProps, 'onChoose'> {
  readonly choose: (anchor: string) => void;
}

function SectionBar({ entries, active, choose }: SectionBarProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const current = entries.find(({ anchor }) => anchor === active) ?? entries[0];

  useEffect(() => {
    const large = matchMedia('(min-width: 48.0625rem)');
    const close = () => drawer.current?.close();
    large.addEventListener('change', close);
    return () => large.removeEventListener('change', close);
  }, []);

  return (
    <div className="needs-script sticky top-16 z-10 -mx-5 flex items-center justify-between gap-4 border-b border-line bg-canvas px-5 py-2.5 md:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        className="button button-line button-small"
        onClick={() => drawer.current?.showModal()}
      >
        {t('☰ Services')}
      </button>
      <p
        dir="auto"
        lang={langOf(current, 'title')}
        className="truncate text-[15px] font-semibold text-ink-2"
      >
        {current.title}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape closes a dialog */}
      <dialog
        ref={drawer}
        aria-label={t('Services')}
        className="drawer rounded-r-panel bg-canvas text-ink shadow-overlay"
        onClick={(event) => {
          // A click on the dialog element itself is a click on its backdrop.
          if (event.target === event.currentTarget) event.currentTarget.close();
        }}
      >
        <div className="min-h-full px-3.5 pt-4 pb-8">
          <div className="flex items-center justify-between gap-4 pe-1 ps-3">
            <h2 className="text-[23px]">{t('Services')}</h2>
            <button
              type="button"
              className="button button-line button-small"
              onClick={() => drawer.current?.close()}
            >
              {t('✕ Close')}
            </button>
          </div>
          <nav aria-label={t('Sections')} className="mt-4">
            <Entries
              entries={entries}
              active={active}
              onChoose={(anchor) => {
                drawer.current?.close();
                choose(anchor);
              }}
            />
          </nav>
        </div>
      </dialog>
    </div>
  );
}

function useIsPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const watch = new IntersectionObserver(
      ([intersection]) => {
        if (intersection)
          setPast(!intersection.isIntersecting && intersection.boundingClientRect.top < 0);
      },
      { rootMargin: '-100px 0px 0px' },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return isPast;
}

/**
 * Returns the id of the section at the scroll position: the last one whose top has passed the offset, or the first
 * of `ids` above all sections. A choice in the menu stays highlighted for half a second while the page scrolls.
 */
function useActiveSection(
  ids: readonly string[],
): readonly [active: string, choose: (id: string) => void] {
  const [active, setActive] = useState(ids[0] ?? '');
  const lockedUntil = useRef(0);

  useEffect(() => {
    let frame = 0;
    const read = () => {
      frame = 0;
      if (performance.now() < lockedUntil.current) return;
      const passed = ids.filter((id) => (topOf(id) ?? Infinity) <= OFFSET_PX);
      setActive(passed.at(-1) ?? ids[0] ?? '');
    };
    const readSoon = () => {
      frame ||= requestAnimationFrame(read);
    };
    read();
    window.addEventListener('scroll', readSoon, { passive: true });
    window.addEventListener('resize', readSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', readSoon);
      window.removeEventListener('resize', readSoon);
    };
  }, [ids]);

  const choose = useCallback((id: string) => {
    lockedUntil.current = performance.now() + LOCK_MS;
    setActive(id);
  }, []);

  return [active, choose];
}

function topOf(id: string): number | undefined {
  return document.getElementById(id)?.getBoundingClientRect().top;
}
