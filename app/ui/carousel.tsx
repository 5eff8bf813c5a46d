import { wayOn } from './direction.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Icon } from './icon.tsx';
import { preferredScrollBehavior } from './use-hash-scroll.ts';
import { say } from '../platform/say.ts';

/** SPEC §9. */
const STEP_PX = 300;
const REFRESH_MS = 100;

interface CarouselProps {
  readonly title: string;
  /** The items, each an <li>. */
  readonly children: React.ReactNode;
}

/**
 * A row that scrolls sideways by finger, wheel, keyboard or arrow. An arrow is there only while
 * there is something to scroll to on its side.
 */
export function Carousel({ title, children }: CarouselProps) {
  const rail = useRef<HTMLDivElement>(null);
  const canScroll = useRoom(rail);

  function scroll(direction: 1 | -1) {
    rail.current?.scrollBy({
      left: direction * wayOn() * STEP_PX,
      behavior: preferredScrollBehavior(),
    });
  }

  return (
    <>
      <div className="container-page flex items-end justify-between gap-4">
        <h2 dir="auto" className="text-[clamp(38px,4vw,56px)] tracking-[-0.045em]">
          {title}
        </h2>
        {/* Always in the layout: arrows that push the heading aside later would move the page. */}
        <div className="needs-script flex gap-2 max-md:pointer-coarse:hidden md:gap-2.5">
          <Arrow
            label={say('Previous')}
            icon="arrow-left"
            isUseful={canScroll.back}
            onClick={() => scroll(-1)}
          />
          <Arrow
            label={say('Next')}
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
    // At the end of the row the arrow goes; whoever used it by keyboard goes on with the other.
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
        // Losing its place on the screen blurs it too, but to nowhere.
        if (event.relatedTarget) wasFocused.current = false;
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

/** On which sides there is something to scroll to. */
function useRoom(rail: RefObject<HTMLElement | null>) {
  // Before it is measured, as a row of cards stands that is longer than the page is wide.
  const [canScroll, setCanScroll] = useState({ back: false, on: true });

  useEffect(() => {
    const element = rail.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      const { scrollWidth, clientWidth } = element;
      // From right to left it is counted down from 0.
      const scrolled = Math.abs(element.scrollLeft);
      const rest = scrollWidth - clientWidth;
      // Browsers round scroll positions at odd zoom levels: a pixel is not worth an arrow.
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
