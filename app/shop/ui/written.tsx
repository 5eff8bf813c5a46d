import { createElement, type ReactNode } from 'react';
import './written.css';

interface WrittenProps {
  /** The HTML must come from `renderMarkdown`, which escapes the input. */
  readonly html: string;
  readonly className: string;
  /** The language of the text, if it differs from the page's. */
  readonly lang?: string | undefined;
}

/**
 * Converts HTML from Markdown to React elements. Trusted Types forbid setting HTML in the browser, and only the
 * tags listed here can result.
 */
export function Written({ html, className, lang }: WrittenProps) {
  return (
    <div lang={lang} className={`written ${className}`}>
      {toElements(html)}
    </div>
  );
}

const TAGS: ReadonlySet<string> = new Set(
  'a blockquote br code dd div dl dt em h2 h3 h4 h5 h6 hr li ol p pre strong ul'.split(' '),
);
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr']);
const TOKEN = /<(\/?)([a-z][a-z\d]*)((?![a-z\d])[^<>]*)>|[^<]+/g;

interface Open {
  readonly tag: string;
  readonly props: Readonly<Record<string, string>>;
  readonly children: ReactNode[];
}

function toElements(html: string): ReactNode[] {
  const root: Open = { tag: '', props: {}, children: [] };
  const open = [root];
  const into = () => open.at(-1)?.children ?? root.children;
  const add = ({ tag, props, children }: Open) => {
    into().push(createElement(tag, { ...props, key: into().length }, ...children));
  };
  for (const [token, slash, tag, attributes = ''] of html.matchAll(TOKEN)) {
    if (tag === undefined) {
      // The parser puts line breaks between blocks.
      if (token.trim() !== '' || !token.includes('\n')) into().push(plain(token));
    } else if (slash === '/') {
      const closed = open.length > 1 ? open.pop() : undefined;
      if (closed) add(closed);
    } else {
      const made = { tag: TAGS.has(tag) ? tag : 'span', props: propsOf(attributes), children: [] };
      if (EMPTY.has(tag)) add(made);
      else open.push(made);
    }
  }
  return root.children;
}

function propsOf(attributes: string): Record<string, string> {
  const [, href] = /\shref="([^"]*)"/.exec(attributes) ?? [];
  const [, start] = /\sstart="(\d+)"/.exec(attributes) ?? [];
  return {
    ...(href !== undefined && { href: plain(href), className: 'link' }),
    ...(start !== undefined && { start }),
  };
}

const LETTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function plain(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot);/g, (whole, name: string) => LETTERS[name] ?? whole);
}
