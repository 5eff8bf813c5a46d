import { t } from '../../i18n/translate.ts';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useHistoryStep } from '../../ui/use-history-step.ts';
import './live-preview.css';

interface FramedPage {
  readonly action: string;
  readonly typed: FormData;
  readonly title: string;
}

let count = 0;

/** The pause is long enough to type a word and short enough to be perceived as a consequence of typing. */
const PAUSE_MS = 600;

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1440, 390] as const;

type Theme = (typeof THEMES)[number];
type Width = (typeof WIDTHS)[number];

interface BesidePreviewProps {
  /** An unsaved service has the id 'new'. */
  readonly id: string;
  readonly version: number;
  readonly children: ReactNode;
}

/** Shows a service's form beside its page, which updates while the user types. */
export function BesidePreview({ id, version, children }: BesidePreviewProps) {
  const form = useRef<HTMLDivElement>(null);
  const [typedAt, setTypedAt] = useState(0);
  const { isOpen, open, close } = useHistoryStep('preview');
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const panelId = useId();
  const isTyped = () => setTypedAt((count) => count + 1);
  return (
    <div className="gap-8 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,46%)]">
      {/* Listens to bubbling events. The fields remain uncontrolled. */}
      <div ref={form} className="min-w-0" onInput={isTyped} onChange={isTyped}>
        <button
          ref={opener}
          type="button"
          className="button button-line button-small mt-5 xl:hidden"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={isOpen ? close : open}
        >
          {isOpen ? t('Hide preview') : t('Show preview')}
        </button>
        {children}
      </div>
      <LivePreview
        panelId={panelId}
        id={id}
        changed={`${version} ${typedAt}`}
        isOpen={isOpen}
        readTyped={() => readForm(form.current)}
        onClose={close}
      />
    </div>
  );
}

function readForm(around: HTMLElement | null): FormData | undefined {
  const form = around?.querySelector<HTMLInputElement>('form input[name="isWhole"]')?.form;
  return form ? new FormData(form) : undefined;
}

interface LivePreviewProps {
  readonly panelId: string;
  readonly id: string;
  /** The preview updates whenever this key changes. */
  readonly changed: string;
  readonly isOpen: boolean;
  readonly readTyped: () => FormData | undefined;
  readonly onClose: () => void;
}

function LivePreview({ panelId, id, changed, isOpen, readTyped, onClose }: LivePreviewProps) {
  const [theme, setTheme] = useState<Theme>('light');
  const [width, setWidth] = useState<Width>(1440);
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFittingScale(box, width);
  useEffect(() => {
    // On a narrow screen the preview is below a long form.
    if (isOpen) heading.current?.focus();
  }, [isOpen]);
  const read = useRef(readTyped);
  useEffect(() => {
    read.current = readTyped;
  });
  const show = useCallback(() => {
    const typed = read.current();
    // On a narrow screen the preview is hidden at first and nothing is fetched.
    if (!box.current || !typed || box.current.getClientRects().length === 0) return;
    openFrame(box.current, {
      action: `/preview/${theme}/${id}`,
      typed,
      title: t('{theme}, {width, plural, one {# pixel} other {# pixels}} wide', {
        theme: theme === 'light' ? t('Light') : t('Dark'),
        width,
      }),
    });
  }, [theme, width, id]);
  const isFirst = useRef(true);
  useEffect(() => {
    const wait = isFirst.current ? 0 : PAUSE_MS;
    isFirst.current = false;
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [show, changed, isOpen]);
  return (
    <section
      id={panelId}
      aria-labelledby={`${panelId}-title`}
      className={`mt-6 h-fit min-w-0 xl:sticky xl:top-6 xl:block ${isOpen ? '' : 'max-xl:hidden'}`}
    >
      <h2
        ref={heading}
        id={`${panelId}-title`}
        tabIndex={-1}
        className="scroll-mt-6 text-[22px] outline-none"
      >
        {t('What visitors see')}
      </h2>
      <div className="mt-2 mb-3 flex flex-wrap gap-x-6">
        <Choice
          legend={t('Theme')}
          options={THEMES.map((value) => ({
            value,
            name: value === 'light' ? t('Light') : t('Dark'),
          }))}
          value={theme}
          onChoose={setTheme}
        />
        <Choice
          legend={t('Width')}
          options={WIDTHS.map((value) => ({ value, name: t('{value} px', { value }) }))}
          value={width}
          onChoose={setWidth}
        />
      </div>
      <div ref={box} data-width={width} className="live-preview-box" />
      <button
        type="button"
        className="button button-line button-small mt-4 xl:hidden"
        onClick={onClose}
      >
        {t('Back to the form')}
      </button>
    </section>
  );
}

/** Scales the page down to the width of its box. */
function useFittingScale(box: React.RefObject<HTMLDivElement | null>, width: Width): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const fit = () => {
      const scale = Math.min(1, element.clientWidth / width);
      if (scale > 0) element.style.setProperty('--scale', String(scale));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, width]);
}

interface ChoiceProps<T extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly name: string }[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

function Choice<T extends string | number>({ legend, options, value, onChoose }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="flex gap-x-4">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-11 items-center gap-2 text-[15px]">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="size-5 accent-(--primary)"
          />
          <bdi>{option.name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Posts `typed` into a new frame, which replaces the previous frame once it has loaded, at the same scroll
 * position. Reusing a frame would add a history entry for every pause in typing. The form is created outside of
 * React, because the router would intercept a form of the screen.
 */
function openFrame(box: HTMLElement, { action, typed, title }: FramedPage): void {
  const [shown, ...unfinished] = box.querySelectorAll('iframe');
  for (const each of unfinished) each.remove();
  count += 1;
  const frame = document.createElement('iframe');
  frame.name = `live-preview-${count}`;
  frame.title = title;
  frame.hidden = shown !== undefined;
  box.append(frame);
  frame.addEventListener('load', () => {
    const view = frame.contentWindow;
    // Without a response, the browser shows its own error page, which scripts cannot access.
    if (!view || frame.contentDocument === null) return frame.remove();
    if (view.location.href === 'about:blank') return;
    frame.hidden = false;
    view.scrollTo({ top: shown?.contentWindow?.scrollY ?? 0, behavior: 'instant' });
    shown?.remove();
  });
  const form = document.createElement('form');
  form.method = 'post';
  form.enctype = 'multipart/form-data';
  form.action = action;
  form.target = frame.name;
  form.hidden = true;
  for (const [name, value] of typed) {
    if (typeof value !== 'string') continue;
    const field = document.createElement('textarea');
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
