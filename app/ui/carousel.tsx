import { readingDirection } from './direction.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Icon } from './icon.tsx';
import { preferredScrollBehavior } from './use-hash-scroll.ts';
import { t } from '../i18n/translate.ts';

/** rule 22 sets this distance. */
const STEP_PX = 300;
const REFRESH_MS = 100;

interface CarouselProps {
  readonly title: string;
  /** The items, each an <li>. */
  readonly children: React.ReactNode;
}

/**
 * Scrolls a row sideways by touch, wheel, keyboard or arrow buttons. An arrow is visible only while there is
 * content on its side.
 */
export function Carousel({ title, children }: CarouselProps) {
  const rail = useRef<HTMLDivElement>(null);
  const canScroll = useScrollEdges(rail);

  function scroll(direction: 1 | -1) {
    rail.current?.scrollBy({
      left: direction * readingDirection() * STEP_PX,
      behavior: preferredScrollBehavior(),
    });
  }

  return (
    <>
      <div className="container-page flex items-end justify-between gap-4">
        <h2 dir="auto" className="text-[clamp(38px,4vw,56px)] tracking-[-0.045em]">
          {title}
        </h2>
        {/* The arrows always have their space: arrows that appear later would move the page. */}
        <div className="needs-script flex gap-2 max-md:pointer-coarse:hidden md:gap-2.5">
          <Arrow
            label={t('Previous')}
            icon="arrow-left"
            isUseful={canScroll.back}
            onClick={() => scroll(-1)}
          />
          <Arrow
            label={t('Next')}
            icon="arrow-right"
            isUseful={canScroll.on}
            onClick={() => scroll(1)}
          />
        </div>
      </div>
      <div ref={rail} role="group" aria-label={title} tabIndex={0} className="carousel">
        <ul className="flex w-max gap-5">{children}</ul>
      </div>
    </>
  );
}

interface ArrowProps {
  readonly label: string;
  readonly icon: 'arrow-left' | 'arrow-right';
  readonly isUseful: boolean;
  readonly onClick: () => void;
}

function Arrow({ label, icon, isUseful, onClick }: ArrowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasFocused = useRef(false);

  useEffect(() => {
    // At the end of the row the arrow disappears, so keyboard focus moves to the other arrow.
    if (isUseful || !wasFocused.current) return;
    wasFocused.current = false;
    const siblings = button.current?.parentElement?.querySelectorAll('button') ?? [];
    for (const sibling of siblings) if (sibling !== button.current) sibling.focus();
  }, [isUseful]);

  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      className={`grid size-11 place-items-center rounded-button md:size-[52px] md:rounded-[16px] bg-surface text-ink-2 ring-[1.5px] ring-line transition ring-inset hover:bg-sunken hover:text-ink ${isUseful ? '' : 'invisible'}`}
      onClick={onClick}
      onFocus={() => (wasFocused.current = true)}
      onBlur={(event) => {
        // Hiding the button blurs it too, but then `relatedTarget` is null.
        if (event.relatedTarget) wasFocused.current = false;
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

function useScrollEdges(rail: RefObject<HTMLElement | null>) {
  // The value before measuring assumes a row wider than the page.
  const [canScroll, setCanScroll] = useState({ back: false, on: true });

  useEffect(() => {
    const element = rail.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      const { scrollWidth, clientWidth } = element;
      // In right-to-left pages `scrollLeft` is negative.
      const scrolled = Math.abs(element.scrollLeft);
      const rest = scrollWidth - clientWidth;
      // Browsers round scroll positions at some zoom levels, so one pixel of overflow is ignored.
      setCanScroll({ back: scrolled > 1, on: scrolled < rest - 1 });
    };
    const refreshSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(refresh, REFRESH_MS);
    };
    const resizes = new ResizeObserver(refreshSoon);
    resizes.observe(element);
    element.addEventListener('scroll', refreshSoon, { passive: true });
    refreshSoon();
    return () => {
      clearTimeout(timer);
      resizes.disconnect();
      element.removeEventListener('scroll', refreshSoon);
    };
  }, [rail]);

  return canScroll;
}
