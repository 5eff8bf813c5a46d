import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CLOSING, fromPseudo, OPENING } from './pseudo-messages.ts';

/** Marks texts of a page that people typed, or that are written in another language. */
const DATA = { start: '\u{F0000}', end: '\u{F0001}' };
/** Ends a text between two controls, which are read one by one. */
const BOUNDARY = '\u{F0002}';

export const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

export interface Seen {
  /** The texts that stand in one line, and attributes. */
  readonly texts: readonly { readonly text: string; readonly at: string }[];
  readonly cut: readonly { readonly text: string; readonly at: string }[];
  /** By how many pixels the page is wider than the window. */
  readonly excess: number;
  /** The innermost element that makes the page wider. */
  readonly widest: string;
}

export interface Finding {
  readonly kind: 'untranslated' | 'concatenated' | 'truncated' | 'too wide';
  readonly text: string;
  readonly at: string;
}

/** Texts that are no messages: names, and what the shop or people have written. */
export class KnownData {
  readonly #whole = new Set<string>();
  readonly #parts: string[] = [];
  readonly #templates: RegExp[] = [];

  /** Texts that a page shows whole. Values may stand in their braces. */
  addWhole(...texts: readonly string[]): void {
    for (const text of texts.map(normalize)) {
      // A text that is almost only values would fit everything.
      if (/\{\w+\}.*\p{L}{3} |\p{L}{3} .*\{\w+\}/u.test(text))
        this.#templates.push(toTemplate(text));
      else this.#whole.add(text);
    }
  }

  /** Texts of which a page also shows parts, such as paragraphs and excerpts. */
  addParts(...texts: readonly string[]): void {
    this.addWhole(...texts);
    this.#parts.push(...texts.map(normalize));
  }

  has(text: string): boolean {
    const sought = normalize(text).replace(/…$/, '').trim();
    return (
      this.#whole.has(sought) ||
      this.isTemplate(sought) ||
      // A label of the shop, and the category or service that it is about.
      (sought.includes(': ') && sought.split(': ').every((part) => this.#whole.has(part))) ||
      // A single word may be in any text.
      (sought.includes(' ') && this.#parts.some((part) => part.includes(sought)))
    );
  }

  /** True for a text of the shop that has messages as its values. */
  isTemplate(text: string): boolean {
    return this.#templates.some((template) => template.test(normalize(text)));
  }
}

function toTemplate(text: string): RegExp {
  const pattern = text.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${pattern.join('.+')}$`, 'u');
}

/** All strings of JSON files. */
export function stringsIn(pattern: string | readonly string[]): string[] {
  return globSync(pattern).flatMap((file) => stringsOf(JSON.parse(readFileSync(file, 'utf8'))));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function normalize(text: string): string {
  return text
    .replace(/[*_`[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Reads a page as somebody sees it and as a screen reader has it, with all its details open. */
export async function look(page: Page): Promise<Seen> {
  await page.evaluate(async () => {
    // Another font may be wider.
    await document.fonts.ready;
    // After a change of the width a transition still has the sizes of the former one.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  });
  return page.evaluate(collect, { DATA, BOUNDARY, OPENING, CLOSING });
}

interface Marks {
  readonly DATA: { readonly start: string; readonly end: string };
  readonly BOUNDARY: string;
  readonly OPENING: string;
  readonly CLOSING: string;
}

function collect({ DATA, BOUNDARY, OPENING, CLOSING }: Marks): Seen {
  const texts: { text: string; at: string }[] = [];
  const cut: { text: string; at: string }[] = [];
  const pageLanguage = document.documentElement.lang;
  const CONTROL = 'a, button, label, summary, input, select';

  for (const details of document.querySelectorAll('details')) details.open = true;

  function isData(element: Element): boolean {
    const lang = element.closest('[lang]')?.getAttribute('lang');
    return (
      (lang !== undefined && lang !== pageLanguage) ||
      element.closest('bdi, code, pre, kbd, samp, [translate="no"]') !== null ||
      // A text that somebody wrote has the direction of its first letter.
      element.closest('[dir="auto"]')?.textContent?.includes(OPENING) === false
    );
  }

  function nameOf(element: Element): string {
    const named = element.closest(
      '[data-testid], [id], main, header, footer, nav, aside, dialog, form',
    );
    const { tagName } = named ?? element;
    const id = named?.getAttribute('id');
    const testId = named?.getAttribute('data-testid');
    const place = testId ? `[${testId}]` : id ? `#${id}` : tagName.toLowerCase();
    return `${place} ${element.tagName.toLowerCase()}`;
  }

  /** True for a text that is scrolled inside of an element, or that only screen readers have. */
  function isAside(inner: Element, outer: Element): boolean {
    for (let element: Element | null = inner; element && element !== outer;) {
      const { overflowX, overflowY, clip, clipPath } = getComputedStyle(element);
      if (/auto|scroll/.test(overflowX + overflowY)) return true;
      if (clip !== 'auto' || clipPath !== 'none') return true;
      element = element.parentElement;
    }
    return false;
  }

  let run = '';
  let runAt: Element = document.body;
  let lastControl: Element | null = null;
  function end(): void {
    if (/\p{L}/u.test(run)) texts.push({ text: run, at: nameOf(runAt) });
    run = '';
    lastControl = null;
  }
  function add(text: string, element: Element): void {
    if (run.trim() === '') runAt = element;
    if (text.trim() !== '') {
      const control = element.closest(CONTROL);
      if (lastControl && control && control !== lastControl) run += BOUNDARY;
      lastControl = control;
    }
    run += text.trim() !== '' && isData(element) ? DATA.start + text + DATA.end : text;
  }
  function walk(element: Element): void {
    if (element.matches('script, style, noscript, template, textarea, select, iframe')) return;
    if (!element.checkVisibility({ visibilityProperty: true })) return;
    if (element instanceof SVGElement) return;
    const style = getComputedStyle(element);
    const isInline =
      /^(?:inline|contents|ruby)$/.test(style.display) &&
      !/absolute|fixed/.test(style.position) &&
      style.float === 'none';
    if (!isInline) end();
    // A line may break inside a message.
    const isInMessage = run.split(OPENING).length > run.split(CLOSING).length;
    if (element.tagName === 'BR') {
      if (!isInMessage) end();
      else run += ' ';
      return;
    }
    const isSplit = /flex|grid/.test(style.display);
    for (const child of element.childNodes) {
      if (isSplit) end();
      if (child instanceof Text) add(child.data, element);
      else if (child instanceof Element) walk(child);
    }
    if (!isInline) end();
  }
  walk(document.body);
  end();

  for (const element of document.querySelectorAll('*')) {
    const isShown = element.checkVisibility({ visibilityProperty: true });
    if (
      element.tagName === 'OPTION' &&
      element.parentElement?.checkVisibility({ visibilityProperty: true })
    ) {
      const option = element as HTMLOptionElement;
      texts.push({ text: isData(option) ? '' : option.label, at: nameOf(option) });
    }
    if (!isShown) continue;
    for (const attribute of [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'alt',
      'placeholder',
    ]) {
      const text = element.getAttribute(attribute);
      if (text && !isData(element)) texts.push({ text, at: `${nameOf(element)} ${attribute}` });
    }
    const { overflowX, overflowY, clip, clipPath } = getComputedStyle(element);
    if (!/hidden|clip/.test(overflowX + overflowY) || clip !== 'auto' || clipPath !== 'none')
      continue;
    if (/auto|scroll/.test(overflowX + overflowY)) continue;
    if (element.clientWidth <= 1 || element.matches('html, body')) continue;
    const box = element.getBoundingClientRect();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      // Names, what people wrote and the beginning of a last message may be cut; messages may not.
      const parent = text.parentElement;
      if (!text.data.includes(OPENING) || !parent) continue;
      if (parent.closest('[inert], [data-testid="last-message"]')) continue;
      if (!parent.checkVisibility({ visibilityProperty: true }) || isAside(parent, element))
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      const isSeen = lines.some(
        (line) =>
          line.right > box.left &&
          line.left < box.right &&
          line.bottom > box.top &&
          line.top < box.bottom,
      );
      const isCut = lines.some(
        (line) =>
          line.right > box.right + 1 || line.left < box.left - 1 || line.bottom > box.bottom + 4,
      );
      // A text that is hidden whole is in a part that is closed or scrolled away.
      if (isSeen && isCut) cut.push({ text: text.data, at: nameOf(element) });
    }
  }
  texts.push({ text: document.title, at: 'title' });
  const { scrollWidth, clientWidth } = document.documentElement;
  const excess = scrollWidth - clientWidth;
  const isOutside = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
  const isScrolled = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (getComputedStyle(element).overflowX !== 'visible' || isScrolled(element.parentElement));
  const widest =
    excess > 0
      ? [...document.body.querySelectorAll('*')].findLast(
          (element) => isOutside(element) && !isScrolled(element.parentElement),
        )
      : undefined;
  return { texts, cut, excess, widest: widest ? nameOf(widest) : '' };
}

/** Numbers, dates, prices and units that `Intl` writes, addresses, ids and key names. */
const FORMATTED = formattedWords();

function formattedWords(): RegExp {
  const words = new Set<string>();
  for (let month = 0; month < 12; month += 1) {
    for (const length of ['short', 'long'] as const) {
      words.add(new Date(2026, month, 1).toLocaleDateString('de-DE', { month: length }));
      words.add(
        new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium' })
          .formatToParts(new Date(2026, month, 1))
          .find(({ type }) => type === 'month')?.value ?? '',
      );
    }
  }
  for (let day = 1; day <= 7; day += 1) {
    for (const length of ['short', 'long'] as const) {
      words.add(new Date(2026, 1, day).toLocaleDateString('de-DE', { weekday: length }));
    }
  }
  const all = [...words]
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => word.replace('.', String.raw`\.`));
  const units = [
    'Uhr',
    'um',
    'USD',
    'EUR',
    'GBP',
    'kB',
    'MB',
    'GB',
    'Byte',
    'Bytes',
    'ms',
    's',
    'MEZ',
    'UTC',
    'GMT',
    'min',
    'h',
    'd',
  ];
  return new RegExp(
    String.raw`(?<!\p{L})(?:${[...all.toSorted((a, b) => b.length - a.length), ...units].join('|')})(?!\p{L})`,
    'gu',
  );
}

const ADDRESSES =
  /\bhttps?:\S+|\S+@\S+\.\w+|\b[\w-]+(?:\.[\w-]+)+\b(?:\/\S*)?|(?<!\S)\/[\w/:.{}-]+|\b[A-Z]-\d+\b|#[\da-f]{6}\b|\b\w{2,}_\w{4,}\b|^[A-Z]{3}$|^[A-Z][a-z]+\/[\w/ -]+$|\b[\da-f]{8}(?:-[\da-f-]+)?\b|\b[A-Z]+-\d+\b|\b[a-z]+:(?:read|write)\b/g;

/** A scope or an event of the API, behind its description. */
const IDENTIFIER = /^\s*[a-z]+[.:][a-z]+\s*$/;

/** Between texts that are independent of each other. */
const SEPARATOR = /\n|;\s|\s[|·•→←›/–—]\s|[·•→›]|\u{F0002}/u;

export function findIn({ texts, cut, excess, widest }: Seen, known: KnownData): Finding[] {
  const found: Finding[] = texts.flatMap(({ text, at }) => judge(text, at, known));
  for (const { text, at } of cut) found.push({ kind: 'truncated', text: show(text), at });
  if (excess > 0) found.push({ kind: 'too wide', text: `${excess} px`, at: widest });
  return found;
}

function judge(text: string, at: string, known: KnownData): Finding[] {
  const found: Finding[] = [];
  if (known.isTemplate(text.replaceAll(/[\u{F0000}-\u{F0002}]/gu, ''))) return found;
  for (const cell of cellsOf(text).flatMap(sentencesOf)) {
    const groups = cell.filter(({ kind }) => kind === 'message');
    const rest = cell.filter(
      ({ kind, text: own }) =>
        kind !== 'message' && /[\p{L}\p{N}]/u.test(own) && !IDENTIFIER.test(own),
    );
    const whole = cell.map(({ text: own }) => own).join('');
    if (
      groups.length > 1 ||
      (groups.length > 0 && rest.length > 0) ||
      groups.some(({ text: own }) => isFragment(own))
    ) {
      found.push({ kind: 'concatenated', text: show(whole), at });
    }
    const bare = rest.filter(({ kind }) => kind === 'bare').map(({ text: own }) => own);
    for (const each of bare) {
      const left = each
        .trim()
        .replace(/: [\d.,]+\s\$$/, '')
        .replaceAll(ADDRESSES, ' ')
        .replaceAll(FORMATTED, ' ');
      if (
        /\p{L}/u.test(left) &&
        !/^\s*\p{L}{1,2}\s*$/u.test(left) &&
        !known.has(each) &&
        !known.has(left.replace(/^[^\p{L}]+/u, '')) &&
        !known.has(each.replace(/^[^\p{L}]+/u, ''))
      ) {
        found.push({ kind: 'untranslated', text: show(each), at });
      }
    }
  }
  return found;
}

/** Whole sentences may stand behind each other, and a value behind its label. */
const WHOLE = /[.?!…:。؟]$/u;

/** The unit has a smaller letter than the price, so that they are two texts in every language. */
const PRICE = /^\s*[\d.,]+\s\$\s*$/u;

function sentencesOf(cell: readonly Part[]): Part[][] {
  const sentences: Part[][] = [[]];
  for (const part of cell) {
    sentences.at(-1)?.push(part);
    const end = part.text.replace(CLOSING, '').trim();
    if (WHOLE.test(end) || (part.kind !== 'message' && PRICE.test(part.text))) sentences.push([]);
  }
  return sentences;
}

/** A message that begins or ends as no text of its own does. */
function isFragment(group: string): boolean {
  const inner = group.slice(OPENING.length, -CLOSING.length);
  return /^[\s,.;:)]|[\s(]$/.test(inner);
}

interface Part {
  readonly kind: 'message' | 'data' | 'bare';
  readonly text: string;
}

/** The parts of a text outside and inside of brackets, split where texts are independent. */
function cellsOf(text: string): Part[][] {
  const cells: Part[][] = [[]];
  let part = '';
  let depth = 0;
  const end = (kind: Part['kind']) => {
    if (kind === 'bare') {
      const [first = '', ...others] = part.split(SEPARATOR);
      cells.at(-1)?.push({ kind, text: first });
      for (const each of others) cells.push([{ kind, text: each }]);
    } else if (part !== '') cells.at(-1)?.push({ kind, text: part });
    part = '';
  };
  for (const letter of text.replaceAll(/\n(?!\n)/g, ' ')) {
    if (depth === 0 && (letter === OPENING || letter === DATA.start)) end('bare');
    if (letter === OPENING || letter === DATA.start) depth += 1;
    if (letter !== DATA.start && letter !== DATA.end) part += letter;
    if (letter === CLOSING || letter === DATA.end) {
      depth -= 1;
      if (depth === 0) end(letter === CLOSING ? 'message' : 'data');
    }
  }
  end('bare');
  return cells;
}

function show(text: string): string {
  return fromPseudo(text.replace(/[\u{F0000}-\u{F0002}]/gu, ''))
    .replace(/\s+/g, ' ')
    .trim();
}
